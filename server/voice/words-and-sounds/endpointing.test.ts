// Tests of the delay after which a turn is complete.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { createEndpointing } from './endpointing.ts'

type Pace = 'short' | 'normal' | 'long'

function paceOf(text: string, question: string | undefined, language: string): Pace {
  const delay = createEndpointing({ sensitivity: 0.5, type: 'vad', language }).delayAfter(text, question)
  if (delay <= 500) return 'short'
  return delay <= 800 ? 'normal' : 'long'
}

const number = 'What is your phone number?'
const email = 'Could you give me your email address?'
const spelling = 'Could you spell your name for me?'

/** The language, the words of the customer, the expected pace, and the question of the assistant. */
const table: [string, string, Pace, string?][] = [
  ['en', 'I would like to book a table for four.', 'short'],
  ['en', 'What is it for?', 'short'],
  ['en', 'yes', 'short', 'Do you have a booking?'],
  ['en', 'yes', 'normal', 'What is your name?'],
  ['en', 'no thanks', 'short', 'All right. Is there anything else?'],
  ['en', 'I would like to book a table tomorrow', 'normal'],
  ['en', 'I would like to book a table and', 'long'],
  ['en', 'I would like to, um', 'long'],
  ['en', 'Well, um.', 'long'],
  ['en', 'My number is.', 'long'],
  ['en', 'I was wondering,', 'long'],
  ['en', 'Wednesday,', 'normal', 'On which day?'],
  ['en', 'On Wednesday, in the evening,', 'long', 'On which day?'],
  ['en', 'Well...', 'long'],
  ['en', '415 555', 'long', number],
  ['en', '415', 'long', number],
  ['en', 'It is 415 555.', 'long'],
  ['en', 'four one five five', 'long'],
  ['en', 'Two, zero, two. Size, size, size.', 'long', number],
  ['en', '415 555 0134.', 'short', number],
  ['en', '+1 415 555 0134', 'normal', number],
  ['en', 'four one five five five five oh one three four', 'normal', number],
  ['en', 'I do not have a phone.', 'short', number],
  ['en', 'at 10:30', 'normal'],
  ['en', 'I am twenty five', 'normal'],
  ['en', 'bob at', 'long', email],
  ['en', 'bob at example', 'long', email],
  ['en', 'bob at example dot', 'long', email],
  ['en', 'bob at example dot com', 'normal', email],
  ['en', 'B. O. B. add', 'long', email],
  ['en', 'T. O. M. at F. A. R. M. dot I. N.', 'long', email],
  ['en', 'T. O. M. at F. A. R. M. dot I. N. F. O.', 'short', email],
  ['en', 'bob@example.com.', 'short', email],
  ['en', 'It is bob@', 'long'],
  ['en', 'I do not have one.', 'short', email],
  ['en', 'B O B', 'long', spelling],
  ['en', 'My name is S-M', 'long'],
  ['en', 'S as in', 'long', spelling],
  ['en', 'S as in Sam', 'long', spelling],
  ['en', 'yes', 'long', number],
  ['en', 'Too zero two.', 'long', number],
  ['en', 'Ate for.', 'long', number],
  ['en', 'four nine two nine three eight four seven five six', 'long', 'What is your card number?'],
  ['en', 'Four, nine, two, nine, three, eight, four, seven, five, six.', 'long', 'Can you give me the code?'],
  ['en', '12', 'long', 'What are the last four digits of your card number?'],
  ['en', '1 2 3 4.', 'short', 'What are the last four digits of your card number?'],
  ['en', '123456', 'normal', 'Please tell me your 6-digit code.'],
  ['en', '415 555', 'long', 'What is your phone number? Please say it slowly.'],
  ['en', 'S. m. i.', 'long', spelling],
  ['en', 'Smith.', 'long', spelling],
  ['en', 'Yes.', 'short', 'Your number is 415 555 0134. Is that right?'],
  ['en', 'Yes.', 'short', 'Is your phone number 4 1 5, 5 5 5?'],
  ['en', 'Yes.', 'short', 'S-M-I-T-H, is that how you spell it?'],
  ['en', 'Yes.', 'short', 'Is your e-mail address bob@example.com?'],
  ['en', 'It is a semi.', 'long', spelling],
  ['en', 'I would rather not tell you that.', 'short', spelling],
  ['en', 'Bob at example.com.', 'short', email],
  ['en', '3 PM', 'short', 'At what time?'],
  ['en', 'At three p. m..', 'short', 'At what time?'],
  ['en', 'We will come at 3:30 p.m.', 'short'],
  ['en', 'I live in the U.S.', 'short'],
  ['de', 'Ich möchte einen Tisch für vier.', 'short'],
  ['de', 'ja genau', 'short', 'Haben Sie reserviert?'],
  ['de', 'Ich möchte einen Tisch und', 'long'],
  ['de', 'Meine Nummer ist', 'long'],
  ['de', 'null eins sieben eins', 'long', 'Wie lautet Ihre Telefonnummer?'],
  ['de', 'anna punkt meier at beispiel', 'long', 'Wie lautet Ihre E-Mail-Adresse?'],
  ['de', 'M wie Martha', 'long', 'Können Sie das bitte buchstabieren?'],
  ['fr', 'Je voudrais une table pour quatre.', 'short'],
  ['fr', 'oui c’est ça', 'short', 'Avez-vous réservé ?'],
  ['fr', 'Je voudrais réserver et', 'long'],
  ['fr', 'zéro six douze trente-quatre', 'long', 'Quel est votre numéro de téléphone ?'],
  ['fr', 'anne arobase exemple', 'long', 'Quelle est votre adresse e-mail ?'],
  ['es', 'Quisiera una mesa para cuatro.', 'short'],
  ['es', 'sí claro', 'short', '¿Tiene una reserva?'],
  ['es', 'Quisiera una mesa y', 'long'],
  ['es', 'seis cinco cuatro', 'long', '¿Cuál es su número de teléfono?'],
  ['es', 'ana arroba ejemplo', 'long', '¿Cuál es su correo electrónico?'],
  ['it', 'Vorrei un tavolo per quattro.', 'short'],
  ['it', 'sì certo', 'short', 'Ha una prenotazione?'],
  ['it', 'Vorrei un tavolo e', 'long'],
  ['it', 'tre quattro sette', 'long', 'Qual è il suo numero di telefono?'],
  ['it', 'anna chiocciola esempio', 'long', 'Qual è la sua e-mail?'],
  ['pt', 'Queria uma mesa para quatro.', 'short'],
  ['pt', 'sim claro', 'short', 'Tem uma reserva?'],
  ['pt', 'Queria uma mesa e', 'long'],
  ['pt', 'nove um dois', 'long', 'Qual é o seu número de telefone?'],
  ['pt', 'ana arroba exemplo', 'long', 'Qual é o seu e-mail?'],
  ['nl', 'Ik wil graag een tafel voor vier.', 'short'],
  ['nl', 'ja dat klopt', 'short', 'Heeft u gereserveerd?'],
  ['nl', 'Ik wil een tafel en', 'long'],
  ['nl', 'nul zes een twee', 'long', 'Wat is uw telefoonnummer?'],
  ['nl', 'anna apenstaartje voorbeeld', 'long', 'Wat is uw e-mailadres?'],
  ['pl', 'Chciałbym stolik na cztery osoby.', 'short'],
  ['pl', 'Chciałbym stolik', 'normal'],
  ['pl', '601 602', 'long'],
]

for (const language of new Set(table.map(([language]) => language))) {
  test(`the delay follows the words (${language})`, () => {
    for (const [own, text, pace, question] of table)
      if (own === language) assert.equal(paceOf(text, question, language), pace, `${text} (${question})`)
  })
}

test('the delay is normal at the default sensitivity, and a higher sensitivity answers faster', () => {
  const delays = [0, 0.5, 1, 2.5, 5].map((sensitivity) =>
    createEndpointing({ sensitivity, type: 'vad', language: 'en' }).delayAfter('a table tomorrow', undefined),
  )
  assert.equal(delays[1], 660)
  assert.deepEqual(
    delays,
    delays.toSorted((a, b) => b - a),
  )
  assert.ok(new Set(delays).size >= 4)
})

test('with ai, unfinished text waits longer, and the recognizer can end the turn', () => {
  const byVoice = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  const byWords = createEndpointing({ sensitivity: 0.5, type: 'ai', language: 'en' })
  const text = 'a table tomorrow'
  assert.ok(byWords.delayAfter(text, undefined) > byVoice.delayAfter(text, undefined))
  assert.deepEqual([byVoice.trustsVendor, byWords.trustsVendor], [false, true])
})

test('the delay follows the pauses of the customer within limits', () => {
  const slow = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  const before = slow.delayAfter('a table tomorrow', undefined)
  for (let pause = 0; pause < 10; pause++) slow.learnPause(800, 'in_turn')
  assert.ok(slow.delayAfter('a table tomorrow', undefined) > 900)
  const fast = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  for (let pause = 0; pause < 10; pause++) fast.learnPause(150, 'in_turn')
  assert.ok(fast.delayAfter('a table tomorrow', undefined) < before)
  for (const nothing of [0, -5, Number.NaN]) fast.learnPause(nothing, 'in_turn')
  assert.ok(fast.delayAfter('a table tomorrow', undefined) >= 250)
})

test('a customer who was cut in on is given more time after statements, until that is no longer needed', () => {
  const endpointing = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  const statement = () => endpointing.delayAfter('I would like to book a table.', 'How can I help you?')
  const others = () => [
    endpointing.delayAfter('Wednesday.', 'On which day?'),
    endpointing.delayAfter('Do you have a table for four?', undefined),
    endpointing.delayAfter('415 555 0134.', 'What is your number?'),
  ]
  const [before, othersBefore] = [statement(), others()]
  endpointing.learnPause(700, 'cut_in')
  assert.ok(statement() >= 1_000 && statement() <= 1_360, `${statement()} ms`)
  assert.deepEqual(others(), othersBefore)
  for (let turn = 0; turn < 20; turn++) endpointing.learnPause(3_000, 'answer')
  assert.equal(statement(), before)
})

test('after a cut-in, a short statement has as much time as others, unless it answers a question', () => {
  const endpointing = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  endpointing.learnPause(700, 'cut_in')
  assert.ok(endpointing.delayAfter('Agent login.', 'Hello.') > 1_000)
  assert.ok(endpointing.delayAfter('Wednesday.', 'On which day?') < 500)
})

test('a customer who has said several sentences has more time than after one, also with short pauses', () => {
  const endpointing = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  const delays = () => [
    endpointing.delayAfter('I would like to book a table.', 'Hello.'),
    endpointing.delayAfter('I would like to book a table. It is for four people.', 'Hello.'),
    endpointing.delayAfter('I am from the U.S. of course.', 'Hello.'),
  ]
  assert.deepEqual(delays(), [460, 580, 460])
  for (let pause = 0; pause < 10; pause++) endpointing.learnPause(200, 'in_turn')
  assert.deepEqual(delays(), [460, 580, 460])
})

test('after a cut-in, statements have the time that the pause has needed', () => {
  const endpointing = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  endpointing.learnPause(500, 'cut_in')
  assert.equal(endpointing.delayAfter('I would like to book a table.', 'Hello.'), 800)
})

test('short pauses within later turns do not renew the time that a cut-in has added', () => {
  const endpointing = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  const statement = () => endpointing.delayAfter('I would like to book a table.', 'How can I help you?')
  endpointing.learnPause(700, 'cut_in')
  for (let turn = 0; turn < 6; turn++) {
    endpointing.learnPause(300, 'in_turn')
    endpointing.learnPause(3_000, 'answer')
  }
  assert.ok(statement() < 800, `${statement()} ms`)
  endpointing.learnPause(900, 'in_turn')
  assert.ok(statement() >= 1_100, `${statement()} ms`)
})

test('every delay is between 250 and 2,500 ms', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 80 }),
    fc
      .array(fc.constantFrom('a', 'and', '415', '@', '.', 'at', 'dot', 'um', 'B', '?', 'yes', 'one', ' '))
      .map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(
      text,
      fc.option(text, { nil: undefined }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      fc.constantFrom('vad' as const, 'ai' as const),
      fc.array(fc.tuple(fc.integer({ min: -10, max: 60_000 }), fc.constantFrom('in_turn', 'cut_in', 'answer')), {
        maxLength: 5,
      }),
      (said, question, sensitivity, type, pauses) => {
        const endpointing = createEndpointing({ sensitivity, type, language: 'en' })
        for (const [pause, kind] of pauses) endpointing.learnPause(pause, kind)
        const delay = endpointing.delayAfter(said, question)
        assert.ok(delay >= 250 && delay <= 2_500, `${delay}`)
      },
    ),
  )
})

test('long texts take time proportional to their length', async () => {
  const endpointing = createEndpointing({ sensitivity: 0.5, type: 'vad', language: 'en' })
  for (const text of ['1 ', 'a', 'a.', ' ', '@', 'B ', '...', 'one ', '"']) {
    const work = (length: number) =>
      endpointing.delayAfter(text.repeat(length / text.length), text.repeat(length / text.length))
    await assertProportional(work, 100_000, text)
  }
})
