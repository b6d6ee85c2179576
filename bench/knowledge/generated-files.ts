// Generates text whose words are as frequent as in real text, and files that are as hard to process as Parley permits.

import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { createSeededRandom } from '@parley/carrier-sandbox'
import { ZipFile } from 'yazl'
import { normalizeText, readQuestions, readText } from '#eval/retrieval/questions.ts'

/** Real text of this length has about as many different words. */
const vocabularySize = 150_000
const wordsPerSentence = { min: 7, max: 20 }
const sentencesPerSection = 16
/** A section becomes about one passage. */
const bytesPerSection = 1_400

export interface TextGenerator {
  /** Headings and paragraphs with a size of about one passage per section. */
  text(sections: number): string
  /** A question of 4 to 12 words. */
  question(): string
}

/**
 * The words follow Zipf's law: a word of rank n is n times as rare as the first one. The most frequent words are those of
 * the English documents, in their order; rarer ones combine the beginning and the end of two of them.
 */
export async function createTextGenerator(seed: number): Promise<TextGenerator> {
  const random = createSeededRandom(seed)
  const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  vocabulary ??= makeVocabulary()
  const { words, cumulative } = await vocabulary
  const total = cumulative.at(-1)!
  const word = (): string => words[firstAbove(cumulative, random() * total)]!
  const phrase = (length: number): string => Array.from({ length }, word).join(' ')
  const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
  const sentence = (): string => `${capitalized(phrase(between(wordsPerSentence.min, wordsPerSentence.max)))}.`

  function section(): string {
    let body = ''
    for (let index = 0; body.length < bytesPerSection && index < sentencesPerSection; index++)
      body += sentence() + (index % 4 === 3 ? '\n\n' : ' ')
    return `## ${capitalized(phrase(3))}\n\n${body.trim()}\n`
  }
  return {
    text: (sections) => Array.from({ length: sections }, section).join('\n'),
    question: () => `${capitalized(phrase(between(4, 12)))}?`,
  }
}

/** The same for all generators, because it takes the most time. */
let vocabulary: ReturnType<typeof makeVocabulary> | undefined

/** `cumulative` has the sum of the frequencies of each word and those before it. */
async function makeVocabulary() {
  const words = extendVocabulary(await vocabularyByFrequency(), createSeededRandom(0))
  const cumulative = new Float64Array(words.length)
  let total = 0
  for (let rank = 1; rank <= words.length; rank++) cumulative[rank - 1] = total += 1 / rank
  return { words, cumulative }
}

async function vocabularyByFrequency(): Promise<string[]> {
  const english = (await readQuestions()).filter(({ language }) => language === 'en')
  const counts = new Map<string, number>()
  for (const document of new Set(english.map(({ document }) => document)))
    for (const word of normalizeText(await readText(document))
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
}

function extendVocabulary(known: readonly string[], random: () => number): string[] {
  const longer = known.filter((word) => word.length >= 5)
  const pick = (): string => longer[Math.floor(random() * longer.length)]!
  const words = new Set(known)
  while (words.size < vocabularySize) words.add(pick().slice(0, 4) + pick().slice(-4))
  return [...words]
}

/** The index of the first number above the value, in ascending numbers. */
function firstAbove(numbers: Float64Array, value: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! > value) high = middle
    else low = middle + 1
  }
  return low
}

export interface HostileFile {
  name: string
  type: 'pdf' | 'docx' | 'txt'
  bytes: Uint8Array
}

/** @param size 1 for the limits of Parley, or a part of that. */
export async function makeHostileFiles(generator: TextGenerator, size = 1): Promise<HostileFile[]> {
  const pages = Math.ceil(10_000 * size)
  const inflatedBytes = Math.ceil(256 * 2 ** 20 * size)
  const longPdf = makePdf(Array.from({ length: pages }, () => generator.question()).map(pageContent))
  const inflating = deflateSync(Buffer.alloc(inflatedBytes, pageContent('Again and again.')))
  return [
    { name: 'PDF with many pages', type: 'pdf', bytes: longPdf },
    { name: 'truncated PDF', type: 'pdf', bytes: longPdf.subarray(0, longPdf.length / 3) },
    { name: 'PDF bomb', type: 'pdf', bytes: makePdf([inflating], '/Filter /FlateDecode') },
    { name: 'zip bomb', type: 'docx', bytes: await makeZipBomb(inflatedBytes) },
    { name: 'one long word', type: 'txt', bytes: Buffer.alloc(Math.ceil(20 * 2 ** 20 * size), 'a') },
    { name: 'long text', type: 'txt', bytes: Buffer.from(generator.text(Math.ceil(13_500 * size))) },
  ]
}

const pageContent = (text: string): Buffer => Buffer.from(`BT /F 12 Tf 50 700 Td (${text}) Tj ET\n`)

function makePdf(contents: readonly Uint8Array[], streamEntries = ''): Buffer {
  const pieces: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = pieces[0]!.length
  const add = (...bytes: Uint8Array[]): void => {
    offsets.push(length)
    for (const piece of [Buffer.from(`${offsets.length} 0 obj\n`), ...bytes, Buffer.from('\nendobj\n')]) {
      pieces.push(piece)
      length += piece.length
    }
  }
  const pageIds = contents.map((_, index) => `${4 + 2 * index} 0 R`)
  add(Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'))
  add(Buffer.from(`<< /Type /Pages /Count ${contents.length} /Kids [${pageIds.join(' ')}] >>`))
  add(Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'))
  for (const [index, content] of contents.entries()) {
    const resources = '/Resources << /Font << /F 3 0 R >> >>'
    add(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${5 + 2 * index} 0 R >>`,
      ),
    )
    const entries = `<< /Length ${content.length} ${streamEntries} >>\nstream\n`
    add(Buffer.from(entries), content, Buffer.from('\nendstream'))
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = offsets.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...pieces, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}${end}`)])
}

function makeZipBomb(inflatedBytes: number): Promise<Uint8Array> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml')
  zip.addBuffer(Buffer.alloc(inflatedBytes, '<w:p><w:r><w:t>Again.</w:t></w:r></w:p>'), 'word/document.xml')
  zip.end()
  return buffer(zip.outputStream)
}
