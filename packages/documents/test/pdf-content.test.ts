// Tests of what counts as text of a PDF: predefined encodings, form fields, annotations and page numbers.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openExtractor } from '../src/index.ts'
import { extract, outcomeOf } from './extract.ts'
import { assemble, samplePdf } from './sample-pdf.ts'

const extractor = openExtractor()
after(() => extractor[Symbol.asyncDispose]())

const textOf = async (pdf: Buffer): Promise<string> =>
  (await extract(extractor, 'pdf', pdf)).map(({ text }) => text).join('\n\n')

/** A page with a text in Helvetica (`/F`), further annotations, and objects from number 6 on. */
function page(content: string, { font = '', annotations = '', objects = [] as string[] }): Buffer {
  const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
  return assemble(
    [
      '',
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${annotations}] >> >>`,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${annotations}] /Resources << /Font << /F ${font || '5 0 R'} >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      helvetica,
      ...objects,
    ],
    '/Root 1 0 R',
  )
}

const textAt = (text: string, x: number, y: number): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET\n`

describe('fonts of PDF files that are not embedded', () => {
  const encodings: [encoding: string, ordering: string, hex: string, text: string][] = [
    ['UniGB-UCS2-H', 'GB1', '84254E1A65F695F4', '营业时间'],
    ['90ms-RKSJ-H', 'Japan1', '89638BC68E9E8AD4', '営業時間'],
    ['KSCms-UHC-H', 'Korea1', 'BFB5BEF7BDC3B0A3', '영업시간'],
    ['ETen-B5-H', 'CNS1', 'C0E7B77EAEC9B6A1', '營業時間'],
  ]
  for (const [encoding, ordering, hex, text] of encodings)
    it(`are read in the encoding ${encoding}`, async () => {
      const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Sample /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Sample /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Sample /Flags 4 >> >>] >>`
      assert.equal(await textOf(page(`BT /F 10 Tf 50 700 Td <${hex}> Tj ET`, { font })), text)
    })
})

describe('form fields of PDF files', () => {
  const field = (entries: string, rect: string, flags = 4): string =>
    `<< /Type /Annot /Subtype /Widget /F ${flags} /Rect [${rect}] /T (f) ${entries} >>`

  it('are read behind or below their labels', async () => {
    const labels =
      textAt('Name', 50, 700) +
      textAt('Country', 50, 680) +
      textAt('Your requests', 50, 640) +
      textAt('Thank you', 50, 500)
    const objects = [
      field('/FT /Tx /V (Ada Weber)', '120 696 300 712'),
      field('/FT /Ch /Ff 131072 /Opt [[(de) (Germany)] [(at) (Austria)]] /V (at)', '120 676 300 692'),
      field('/FT /Tx /Ff 4096 /V (A table by the window\rNo nuts)', '50 560 300 632'),
    ]
    const text = await textOf(page(labels, { annotations: '6 0 R 7 0 R 8 0 R', objects }))
    assert.match(
      text,
      /Name \| Ada Weber\nCountry \| Austria\n\nYour requests\s+A table by the window\nNo nuts\s+Thank you/,
    )
  })

  it('show which boxes are checked', async () => {
    const labels = textAt('Vegetarian', 70, 700) + textAt('Vegan', 70, 680)
    const box = (value: string, y: number): string =>
      field(`/FT /Btn /V /${value} /AS /${value} /AP << /N << /Yes 8 0 R /Off 8 0 R >> >>`, `50 ${y} 62 ${y + 12}`)
    const form = '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0 >>\nstream\n\nendstream'
    const pdf = page(labels, { annotations: '6 0 R 7 0 R', objects: [box('Yes', 698), box('Off', 678), form] })
    assert.equal(await textOf(pdf), '☒ Vegetarian\nVegan')
  })

  it('are not read if they are hidden or contain passwords', async () => {
    const objects = [
      field('/FT /Tx /V (Hidden)', '120 696 300 712', 2),
      field('/FT /Tx /Ff 8192 /V (Secret)', '120 676 300 692'),
    ]
    assert.equal(await textOf(page(textAt('Name', 50, 700), { annotations: '6 0 R 7 0 R', objects })), 'Name')
  })
})

describe('annotations of PDF files', () => {
  it('are read if they are text on the page', async () => {
    const objects = [
      '<< /Type /Annot /Subtype /FreeText /F 4 /Rect [50 600 300 620] /DA (/F 10 Tf) /Contents (Closed on Mondays) >>',
      '<< /Type /Annot /Subtype /Text /F 4 /Rect [50 500 70 520] /Contents (Please check) >>',
    ]
    assert.equal(await textOf(page('', { annotations: '6 0 R 7 0 R', objects })), 'Closed on Mondays')
  })

  it('take little time and memory if there are many', async () => {
    const objects = Array.from(
      { length: 3_000 },
      () => `<< /Type /Annot /Subtype /FreeText /F 4 /Rect [50 600 300 620] /Contents (${'x '.repeat(500)}) >>`,
    )
    const annotations = objects.map((_, index) => `${index + 6} 0 R`).join(' ')
    const content = Array.from({ length: 3_000 }, (_, index) => textAt('Word', 50, index)).join('')
    const outcome = await outcomeOf(extractor, 'pdf', page(content, { annotations, objects }))
    assert.equal(typeof outcome, 'number')
  })
})

describe('documents without words', () => {
  it('are refused, with advice if they are scanned', async () => {
    const noWords = { code: 'no_text', message: 'The document contains no text with words.' }
    await assert.rejects(extract(extractor, 'txt', '1\n\n* * *\n\n2'), noWords)
    await assert.rejects(extract(extractor, 'pdf', samplePdf({ pages: ['4.50\n3.20', '1.20'] })), noWords)
    for (const pages of [['1'], ['Page 7'], ['iv', 'v', 'vi'], ['', '2 / 3', '']])
      await assert.rejects(extract(extractor, 'pdf', samplePdf({ pages })), { code: 'no_text', message: /OCR/ })
  })
})
