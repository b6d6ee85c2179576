// Tests that the words of a dictation are put together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { joinDictation } from './dictation.ts'

const spelling = 'Could you spell your last name for me?'
const email = 'What is your e-mail address?'
const phone = 'What is your phone number?'
const code = 'Please tell me the code.'

/** The words of the customer, the expected text, and the question of the assistant. */
const table: [string, string, string?][] = [
  ['S. m. i. t. h.', 'Smith.', spelling],
  ['M, I, L, L, E, R.', 'Miller.', spelling],
  ['J. O, M. E. S..', 'Jomes.', spelling],
  ['It is S-M-I-T-H.', 'It is Smith.', spelling],
  ['Smith. S. m. i. t. h.', 'Smith.', spelling],
  ['M I double L E R', 'Miller', spelling],
  ['S as in Sam, M as in Mary, I as in Ice.', 'Smi.', spelling],
  ['J. O. H. and.', 'John.', spelling],
  ['S. M. Ay, T. Age.', 'Smith.', spelling],
  ['T. A. Why? Elle, Oh, Or,', 'Taylor', spelling],
  ['S. M. I. T. H. and my first name is Ann.', 'Smith and my first name is Ann.', spelling],
  ['J. O. H. and S.', 'Johns.', spelling],
  ['My name is S. m. i. t. h.', 'My name is Smith.'],
  ['I work at I. B. M.', 'I work at I. B. M.'],
  ['I am a customer.', 'I am a customer.'],
  ['I do not want to.', 'I do not want to.', spelling],
  ['John dot smith at example dot com.', 'john.smith@example.com.', email],
  ['My email is john dot smith at example dot com.', 'My email is john.smith@example.com.'],
  ['It’s anna underscore lee at gmail.com.', 'It’s anna_lee@gmail.com.', email],
  ['j o h n at example dot com', 'john@example.com', email],
  ['J. O. H. N. at example dot com.', 'john@example.com.', email],
  ['Bob four two at web dot d e', 'bob42@web.de', email],
  ['bob@example.com', 'bob@example.com', email],
  ['bob at g mail dot com, thank you', 'bob@gmail.com thank you', email],
  ['T. O. M. Add. F. A. R. M. Dot. I. N. F. O.', 'tom@farm.info.', email],
  ['K. I. M. Dot. L. E. E. ad post dot. O. R. G.', 'kim.lee@post.org.', email],
  ['I. N. F. Oh, Add. S. H. O. P. Dot. N. E. T.', 'info@shop.net.', email],
  ['B. O. B. at Age. Oh, M. E. dot C. O. M.', 'bob@home.com.', email],
  ['Tom add farm dot info', 'Tom add farm dot info'],
  ['john at redhat dot com and I see you', 'john@redhat.com and I see you', email],
  ['I see, it is bob at example dot com', 'I see, it is bob@example.com', email],
  ['I add that to the list dot com', 'I add that to the list dot com', email],
  ['I have a hat from example dot com', 'I have a hat from example dot com', email],
  ['My email is bob add example dot com', 'My email is bob@example.com', email],
  ['Please add it to the list.', 'Please add it to the list.', email],
  ['I am at home.', 'I am at home.', email],
  ['I do not have one.', 'I do not have one.', email],
  ['Meet me at the shop.', 'Meet me at the shop.'],
  ['Two, zero, two, five, five, five, zero, one, four, three.', '2025550143.', phone],
  ['Two, zero, two. Five, five, five. Zero, one, four, three.', '202 555 0143.', phone],
  ['It is four one five double five five.', 'It is 415555.', phone],
  ['Too zero two.', '202.', phone],
  ['415 555 0134', '415 555 0134', phone],
  ['A B one two three.', 'AB123.', code],
  ['A table for two.', 'A table for two.'],
  ['We are two or three.', 'We are two or three.', 'How many people?'],
]

test('digits, spelled letters and addresses are put together', () => {
  for (const [said, expected, question] of table)
    assert.equal(joinDictation(said, question, 'en'), expected, `${said} (${question})`)
})

test('other languages have their own words', () => {
  const join = (said: string, question: string, language: string) => joinDictation(said, question, language)
  assert.equal(join('null eins sieben eins', 'Wie lautet Ihre Telefonnummer?', 'de'), '0171')
  assert.equal(
    join('anna punkt meier at beispiel punkt de', 'Wie ist Ihre E-Mail-Adresse?', 'de'),
    'anna.meier@beispiel.de',
  )
  assert.equal(join('anne arobase exemple point fr', 'Quelle est votre adresse e-mail ?', 'fr'), 'anne@exemple.fr')
  assert.equal(join('ana guion bajo ruiz arroba ejemplo punto es', '¿Cuál es su correo?', 'es'), 'ana_ruiz@ejemplo.es')
  assert.equal(join('S. m. i. t. h.', 'Czy może pan przeliterować?', 'pl'), 'S. m. i. t. h.')
})

test('every other text stays as it is', () => {
  const word = fc.stringMatching(/^[a-z]{5,9}$/)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), fc.constantFrom(undefined, phone, code), (words, question) => {
      const text = words.filter((one) => !['seven', 'three', 'eight', 'double', 'triple'].includes(one)).join(' ')
      assert.equal(joinDictation(text, question, 'en'), text)
    }),
  )
})

test('long texts take time proportional to their length', async () => {
  for (const text of ['1 ', 'a ', 'at ', 'one ', 'dot ', '@ ', 'double '])
    await assertProportional(
      (length: number) => joinDictation(text.repeat(length / text.length), email, 'en'),
      1_000,
      text,
    )
})
