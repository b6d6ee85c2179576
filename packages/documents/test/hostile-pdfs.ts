// Writes PDF files that exhaust a careless reader.
import { deflateSync } from 'node:zlib'
import { assemble } from './sample-pdf.ts'

const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A document of one page; the objects have the numbers 6 and above. */
function pageOf(content: string, resources = '', objects: string[] = [], entries = ''): Buffer {
  return assemble(
    [
      '',
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> ${resources} >> ${entries} >>`,
      streamOf(content),
      font,
      ...objects,
    ],
    '/Root 1 0 R',
  )
}

const streamOf = (content: string, entries = ''): string =>
  `<< /Length ${content.length} ${entries} >>\nstream\n${content}\nendstream`

const compressed = (content: Buffer, times: number): string => {
  let bytes = content
  for (let count = 0; count < times; count++) bytes = deflateSync(bytes)
  return streamOf(bytes.toString('latin1'), `/Filter [${'/FlateDecode '.repeat(times)}]`)
}

const textAt = (x: number, y: number, text: string): string => `1 0 0 1 ${x} ${y} Tm (${text}) Tj\n`
const textsOf = (count: number, at: (index: number) => [x: number, y: number]): string =>
  `BT /F 10 Tf\n${Array.from({ length: count }, (_, index) => textAt(...at(index), `t${index}`)).join('')}ET`

const widgetOf = (parent: number): string =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (Value) /Rect [50 600 300 620] /Parent ${parent} 0 R >>`

const small = pageOf('BT /F 10 Tf (Text) Tj ET').toString('latin1')

export const hostilePdfs: Record<string, Buffer> = {
  'arrays of depth 100,000': pageOf('BT /F 10 Tf (Text) Tj ET', `/X ${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'dictionaries of depth 50,000': pageOf('', `/X ${'<< /A '.repeat(50_000)}1${' >>'.repeat(50_000)}`),
  'arrays of depth 100,000 in the content': pageOf(`${'['.repeat(100_000)} TJ`),
  'a tree of pages that contains itself': assemble(
    ['', '<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1000 /Kids [2 0 R 2 0 R] >>'],
    '/Root 1 0 R',
  ),
  'a form that draws itself': pageOf('/X Do', '/XObject << /X 6 0 R >>', [
    streamOf(
      'BT /F 10 Tf (x) Tj ET /X Do /X Do',
      '/Type /XObject /Subtype /Form /Resources << /XObject << /X 6 0 R >> >>',
    ),
  ]),
  'forms that draw the next one ten times, to 1,000 texts': pageOf('/X Do', '/XObject << /X 6 0 R >>', [
    ...Array.from({ length: 3 }, (_, index) =>
      streamOf(
        '/X Do '.repeat(10),
        `/Type /XObject /Subtype /Form /Resources << /XObject << /X ${7 + index} 0 R >> >>`,
      ),
    ),
    streamOf('BT /F 10 Tf 50 500 Td (x) Tj ET', '/Type /XObject /Subtype /Form /Resources << /Font << /F 5 0 R >> >>'),
  ]),
  'a form field that is its own parent': pageOf('BT /F 10 Tf (Text) Tj ET', '', [widgetOf(6)], '/Annots [6 0 R]'),
  '20,000 annotations': pageOf(
    textsOf(5_000, (index) => [50, index]),
    '',
    ['<< /Type /Annot /Subtype /FreeText /Rect [50 600 300 620] /Contents (x) >>'],
    `/Annots [${'6 0 R '.repeat(20_000)}]`,
  ),
  'an annotation of a million lines': pageOf(
    '',
    '',
    [`<< /Type /Annot /Subtype /FreeText /Rect [50 600 300 620] /Contents (${'x\n'.repeat(1_000_000)}) >>`],
    '/Annots [6 0 R]',
  ),
  'an object that refers to itself': pageOf('BT (x) Tj ET', '/X 6 0 R', ['6 0 R']),
  'an image of a million by a million pixels': pageOf('/X Do BT /F 10 Tf (Text) Tj ET', '/XObject << /X 6 0 R >>', [
    streamOf(
      'x',
      '/Type /XObject /Subtype /Image /Width 1000000 /Height 1000000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
    ),
  ]),
  'a cross-reference table of a billion entries': Buffer.from(
    small.replace(/xref\n0 \d+/, 'xref\n0 999999999').replace(/\/Size \d+/, '/Size 999999999'),
    'latin1',
  ),
  'a cross-reference table before itself': Buffer.from(
    small.replace('/Root', `/Prev ${small.lastIndexOf('xref\n0')} /Root`),
    'latin1',
  ),
  '300,000 object headers': Buffer.from(`%PDF-1.7\n${'1 0 obj\n'.repeat(300_000)}`),
  'a stream that is compressed three times': assemble(
    [
      '',
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      compressed(Buffer.alloc(20_000_000, '0 0 m '), 3),
    ],
    '/Root 1 0 R',
  ),
  '30,000 texts at the same height': pageOf(textsOf(30_000, (index) => [index * 20, 500])),
  '30,000 texts in two columns': pageOf(textsOf(30_000, (index) => [index % 3 ? 50 : 300, 800 - index / 50])),
  '30,000 texts at the same place': pageOf(textsOf(30_000, () => [50, 500])),
}
