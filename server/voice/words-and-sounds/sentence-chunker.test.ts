// Tests of the chunks in which text is spoken.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertProportional } from '#testing/measure/processor-time.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { createSentenceChunker } from './sentence-chunker.ts'

/** The chunks of a text that arrives in deltas of `size` characters. */
function chunksOf(text: string, language = 'en', size = 3): string[] {
  const chunker = createSentenceChunker({ language })
  const chunks: string[] = []
  for (let at = 0; at < text.length; at += size) chunks.push(...chunker.add(text.slice(at, at + size)))
  return [...chunks, ...chunker.flush()]
}

const withoutSpace = (text: string): string => text.replace(/\s+/gu, '')

test('the first chunk ends at the first clause that is long enough, and the next ones are whole sentences', () => {
  assert.deepEqual(
    chunksOf(
      'I have looked at your booking, and it is confirmed. The table is for four people, by the window. See you!',
    ),
    ['I have looked at your booking,', 'and it is confirmed. The table is for four people, by the window.', 'See you!'],
  )
})

test('a short first sentence is spoken at once', () => {
  const chunker = createSentenceChunker({ language: 'en' })
  assert.deepEqual(chunker.add('Sure! Let'), ['Sure!'])
  assert.deepEqual(chunker.add(' me look'), [])
  assert.deepEqual(chunker.flush(), ['Let me look'])
})

test('a sentence is complete as soon as the next one begins', () => {
  const chunker = createSentenceChunker({ language: 'en' })
  assert.deepEqual(chunker.add('We open at nine.'), [])
  assert.deepEqual(chunker.add(' And'), ['We open at nine.'])
})

/** Each text has no boundary of a sentence inside, although it has full stops. */
const unbroken: Record<string, string[]> = {
  en: [
    'Dr. Smith and Mrs. Jones meet at St. James Park',
    'It costs 3.50 at 10:30 a.m. on weekdays',
    'See www.example.com/a.html or write to jane.doe@example.co.uk for help',
    'Well... let me see what I can do',
    'J. R. R. Tolkien wrote it, e.g. The Hobbit',
    'Take No. 5 from the list',
    '1. Apples',
  ],
  de: [
    'Herr Dr. Meier hat am 3. Mai Zeit',
    'Das gilt z. B. Montag bzw. Dienstag ca. Mittag',
    'Nr. 5 in der Lange Str. Haus A',
  ],
  fr: ['M. Dupont et Mme. Durand, av. Foch', 'C’est p. ex. Paris, env. Deux heures'],
  es: ['La Sra. López vive en la Av. Central, p. ej. Madrid', 'El Sr. Pérez y la Dra. Gil'],
  it: ['Il Sig. Rossi e il Dott. Bianchi', 'Ad es. Milano, ecc. Roma'],
  pt: ['O Sr. Silva e a Dra. Costa', 'Fica na Av. Paulista, p. ex. São Paulo'],
  nl: ['Dhr. Jansen en mevr. De Vries', 'Dat is bijv. Amsterdam, ca. Drie uur'],
}

for (const [language, texts] of Object.entries(unbroken)) {
  test(`abbreviations, numbers and addresses do not end a sentence (${language})`, () => {
    for (const text of texts) {
      const [first = ''] = chunksOf(`Ok! ${text}. Zebra zebra zebra zebra zebra zebra. End`, language).slice(1)
      assert.ok(first.startsWith(text), `${text} → ${first}`)
    }
  })
}

test('list items and paragraphs are separate chunks', () => {
  assert.deepEqual(
    chunksOf('These are our three large options:\n1. The small family car\n2. The large and comfortable van'),
    ['These are our three large options:', '1. The small family car\n2. The large and comfortable van'],
  )
})

test('a telephone number is never cut', () => {
  const words = 'word '.repeat(58)
  const chunks = chunksOf(`Ok! ${words}415 555 0134 99 and more words`)
  assert.ok(
    chunks.some((chunk) => chunk.includes('415 555 0134 99')),
    chunks.join('|'),
  )
})

test('Chinese and Japanese sentences end without white space', () => {
  assert.deepEqual(chunksOf('好的。我帮您查一下今天的预订情况，请稍等一会儿。谢谢。', 'zh', 1), [
    '好的。',
    '我帮您查一下今天的预订情况，请稍等一会儿。',
    '谢谢。',
  ])
  assert.deepEqual(chunksOf('「はい。」かしこまりました。', 'ja', 1), ['「はい。」かしこまりました。'])
})

const piece = fc.constantFrom(
  ...[
    'Hello',
    ' ',
    ' ',
    '. ',
    ', ',
    '! ',
    '? ',
    '\n',
    '3.5',
    '10:30',
    'Dr.',
    'https://a.b/c',
    'a@b.co',
    '...',
    '…',
    '。',
    '12',
    '😀',
    'é',
    '- ',
    '"',
    ')',
  ],
)

test('the chunks contain the whole text, are at most 300 characters long, and do not depend on the deltas', () => {
  const text = fc.oneof(
    fc.array(piece, { maxLength: 300 }).map((parts) => parts.join('')),
    fc.string({ unit: anyCharacter, maxLength: 1_200 }),
  )
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('en', 'de', 'zh', 'xx'),
      (all, size, language) => {
        const chunks = chunksOf(all, language, size)
        assert.equal(withoutSpace(chunks.join('')), withoutSpace(all))
        for (const chunk of chunks) assert.ok(chunk.length > 0 && chunk.length <= 300 && chunk === chunk.trim())
        assert.deepEqual(chunks, chunksOf(all, language, Math.max(1, all.length)))
      },
    ),
    { numRuns: 200 },
  )
})

test('a character is never cut in half', () => {
  for (const chunk of chunksOf('😀'.repeat(1_000))) assert.ok(chunk.isWellFormed())
})

test('long hostile texts take time proportional to their length', async () => {
  for (const text of ['.', ' ', 'a', '. ', ', ', 'a.', '\n', '1 ', '((((', '* ']) {
    for (const size of [1, 100_000]) {
      const work = (length: number) => chunksOf(text.repeat(length / text.length), 'en', size)
      await assertProportional(work, 100_000, `${JSON.stringify(text)} in deltas of ${size}`)
    }
  }
})
