// Tests that hostile files end in passages or a known error within the time limit, and leave the extractor usable.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type FileFormat, openExtractor } from '../src/index.ts'
import { extract, outcomeOf } from './extract.ts'
import { hostilePdfs } from './hostile-pdfs.ts'
import { documentXml, paragraph, sampleDocx, table } from './sample-docx.ts'
import { samplePdf } from './sample-pdf.ts'

const seed = 20_260_101
const mutationsPerSample = 60
/** The extractor ends a file after 60 seconds. */
const maxMs = 20_000

const text = 'Opening hours\n\nWe are open from 8 to 18, except on Sundays. '
const samples: Record<FileFormat, Buffer[]> = {
  pdf: [samplePdf({ pages: [`# Prices\nBread\t4.50\nRoll\t0.60\nCake\t12\n${text}`, text], title: 'Prices' })],
  docx: [
    sampleDocx(
      documentXml(
        paragraph('Prices', 'Heading1') +
          table([
            ['Bread', '4.50'],
            ['Roll', '0.60'],
          ]),
      ),
    ),
  ],
  txt: [Buffer.from(text.repeat(20)), Buffer.from(`\ufeff${text}`, 'utf16le')],
}

for (const format of ['pdf', 'docx', 'txt'] as const)
  describe(`damaged ${format} files`, () => {
    const extractor = openExtractor()
    after(() => extractor[Symbol.asyncDispose]())

    it('end in passages or a known error', async () => {
      const random = generator(seed)
      for (const sample of samples[format])
        for (let count = 0; count < mutationsPerSample; count++) {
          const outcome = await outcomeOf(extractor, format, mutate(sample, random))
          assert.ok(outcome !== 'crashed' && outcome !== 'timeout', `mutation ${count} with seed ${seed}: ${outcome}`)
        }
      assert.ok((await extract(extractor, format, samples[format][0]!)).length > 0)
    })
  })

describe('hostile files', () => {
  const extractor = openExtractor()
  after(() => extractor[Symbol.asyncDispose]())
  const cases: [name: string, format: FileFormat, bytes: Buffer | Promise<Buffer>][] = [
    ...Object.entries(hostilePdfs).map(([name, bytes]) => [name, 'pdf', bytes] as [string, 'pdf', Buffer]),
    ['archives within archives', 'docx', nestedArchives()],
    ['50,000 empty paragraphs', 'docx', sampleDocx(documentXml('<w:p/>'.repeat(50_000)))],
    ['tables in tables', 'docx', sampleDocx(documentXml(nestedTables(500)))],
    ['an attribute of 5 MB', 'docx', sampleDocx(documentXml(`<w:p w:x="${letters(5_000_000)}"/>${paragraph('x')}`))],
    ['styles based on each other', 'docx', sampleDocx(documentXml(paragraph('x')), { 'word/styles.xml': styleLoop() })],
    ['a line of 5 MB', 'txt', Buffer.alloc(5_000_000, 'word ')],
    ['5 MB without spaces', 'txt', Buffer.alloc(5_000_000, 'x')],
  ]
  for (const [name, format, bytes] of cases)
    it(`end in passages or a known error: ${name} (${format})`, async () => {
      const file = await bytes
      const startedAt = performance.now()
      const outcome = await outcomeOf(extractor, format, file)
      assert.ok(outcome !== 'crashed' && outcome !== 'timeout', String(outcome))
      assert.ok(performance.now() - startedAt < maxMs)
    })
})

/** Truncates, removes, repeats or overwrites a part of the bytes. */
function mutate(bytes: Buffer, random: (limit: number) => number): Buffer {
  const kind = random(4)
  const start = random(bytes.length)
  const end = Math.min(bytes.length, start + 1 + random(64))
  if (kind === 0) return bytes.subarray(0, start + 1)
  if (kind === 1) return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  if (kind === 2) return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
  const copy = Buffer.from(bytes)
  for (let count = 0; count < 1 + random(8); count++) copy[random(copy.length)] = random(256)
  return copy
}

/** Integers below a limit: the sequence of Park and Miller. */
function generator(start: number): (limit: number) => number {
  let state = start
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

async function nestedArchives(): Promise<Buffer> {
  let archive = sampleDocx(documentXml(paragraph('x')))
  for (let depth = 0; depth < 10; depth++)
    archive = sampleDocx(documentXml(paragraph('x')), { 'word/a.zip': archive, 'word/b.docx': archive })
  return archive
}

function nestedTables(depth: number): string {
  return `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${paragraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`
}

function styleLoop(): string {
  const style = (id: string, base: string): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:basedOn w:val="${base}"/></w:style>`
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  return `<w:styles xmlns:w="${namespace}">${style('a', 'b')}${style('b', 'a')}</w:styles>`
}

/** Letters that hardly compress. */
function letters(length: number): string {
  const random = generator(seed)
  return Array.from({ length }, () => String.fromCharCode(97 + random(26))).join('')
}
