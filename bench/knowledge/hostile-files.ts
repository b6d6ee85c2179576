// Makes files that take as much time and memory to process as Parley permits, and files that are damaged.
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import type { TextGenerator } from './synthetic-text.ts'

export interface HostileFile {
  name: string
  type: 'pdf' | 'docx' | 'txt'
  bytes: Uint8Array
}

const pdfPages = 10_000
const inflatedBytes = 256 * 2 ** 20
const longLineBytes = 20 * 2 ** 20
const longTextSections = 13_500

export async function makeHostileFiles(generator: TextGenerator): Promise<HostileFile[]> {
  const longPdf = makePdf(Array.from({ length: pdfPages }, () => generator.question()).map(pageContent))
  const inflating = deflateSync(Buffer.alloc(inflatedBytes, pageContent('Again and again.')))
  return [
    { name: 'PDF with 10,000 pages', type: 'pdf', bytes: longPdf },
    { name: 'truncated PDF', type: 'pdf', bytes: longPdf.subarray(0, longPdf.length / 3) },
    { name: 'PDF bomb', type: 'pdf', bytes: makePdf([inflating], '/Filter /FlateDecode') },
    { name: 'zip bomb', type: 'docx', bytes: await makeZipBomb() },
    { name: 'one long word', type: 'txt', bytes: Buffer.alloc(longLineBytes, 'a') },
    { name: 'long text', type: 'txt', bytes: Buffer.from(generator.text(longTextSections)) },
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

function makeZipBomb(): Promise<Uint8Array> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml')
  zip.addBuffer(Buffer.alloc(inflatedBytes, '<w:p><w:r><w:t>Again.</w:t></w:r></w:p>'), 'word/document.xml')
  zip.end()
  return buffer(zip.outputStream)
}
