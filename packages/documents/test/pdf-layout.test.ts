// Tests of the layout of PDF pages: tables, columns, headers, footers, hyphens and directions.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrangeRows } from '../src/pdf/arrange-rows.ts'
import { dropRepeatedRows } from '../src/pdf/drop-repeated-rows.ts'
import { pageMarkdown } from '../src/pdf/page-markdown.ts'
import { type PdfText, readRows } from '../src/pdf/read-rows.ts'
import { markdownOfPdf } from './extract.ts'
import { samplePdf } from './sample-pdf.ts'

const read = async (...pages: string[]): Promise<string> => markdownOfPdf(samplePdf({ pages }))

const prose =
  'Our bakery has been in the same family for four generations and still uses the oven of the founder. Every night three bakers prepare the dough which rests for twenty hours before it is baked on stone. Customers come from all parts of the city on Saturdays.'
const linesOf = (text: string): string[] => text.match(/.{1,46}(?: |$)/g)!.map((line) => line.trim())

describe('tables of PDF files', () => {
  it('keep their columns', async () => {
    const markdown = await read(
      'These prices are valid from January until the end of the year.\nArticle\tWeight\tPrice\nRye bread\t1 kg\t4.50\nRoll\t80 g\t0.60\n\nAll prices include taxes, and discounts for members are printed on the receipt.',
    )
    assert.equal(
      markdown,
      'These prices are valid from January until the end of the year.\n\n| Article | Weight | Price |\n| --- | --- | --- |\n| Rye bread | 1 kg | 4.50 |\n| Roll | 80 g | 0.60 |\n\nAll prices include taxes, and discounts for members are printed on the receipt.\n',
    )
  })

  it('keep empty cells, and bars in cells', async () => {
    assert.equal(
      await read('Cake\tsmall\t12\nTart\t\t15\nPie | tin\tlarge\t18'),
      '|  |  |  |\n| --- | --- | --- |\n| Cake | small | 12 |\n| Tart |  | 15 |\n| Pie \\| tin | large | 18 |\n',
    )
  })

  it('keep a header with numbers that are aligned at the other side of the column', () => {
    const row = (y: number, name: string, price: string, x: number): PdfText[] => [
      textOf(name, 50, y, 60),
      textOf(price, x, y, 20),
    ]
    const texts = [
      ...row(700, 'Article', 'Price', 200),
      ...[1, 2, 3].flatMap((number) => row(700 - number * 14, `Cake ${number}`, `${number}.50`, 280)),
    ]
    assert.equal(
      layout(texts),
      '| Article | Price |\n| --- | --- |\n| Cake 1 | 1.50 |\n| Cake 2 | 2.50 |\n| Cake 3 | 3.50 |\n',
    )
  })

  it('join the lines of a cell, whether they are printed by rows or by cells', async () => {
    const byRows = 'Bread\tbaked with rye\t4.50\n\tand honey\nRoll\twheat\t0.60\nCake\tapple\t3.20'
    assert.match(await read(byRows), /\| Bread \| baked with rye and honey \| 4\.50 \|\n\| Roll \| wheat \| 0\.60 \|/)
    const byCells = 'Walnut bread\nwith honey\f\t1 kg\t4.50\f\n\nRye bread\t1 kg\t3.50\nRoll\t80 g\t0.60'
    assert.match(
      await read(byCells),
      /\| Walnut bread with honey \| 1 kg \| 4\.50 \|\n\| Rye bread \| 1 kg \| 3\.50 \|/,
    )
  })

  it('keep their rows when their columns are printed one after the other', async () => {
    assert.match(await read('Bread\nRoll\nCake\f\t4.50\n\t0.60\n\t3.20'), /\| Bread \| 4\.50 \|\n\| Roll \| 0\.60 \|/)
  })

  it('continue on the next page, without the repeated header', async () => {
    const rows = (page: number): string =>
      Array.from({ length: 5 }, (_, index) => `Cake ${page * 5 + index}\t${page}.${index}0`).join('\n')
    const markdown = await read(...[0, 1, 2].map((page) => `Article\tPrice\n${rows(page)}`))
    assert.equal(markdown.match(/Article/g)!.length, 1)
    assert.equal(markdown.match(/---/g)!.length, 2)
    assert.match(markdown, /\| Cake 4 \| 0\.40 \|\n\| Cake 5 \| 1\.00 \|/)
  })

  it('of two rows keep visible cells', async () => {
    assert.equal(await read('Opening hours\t8 to 18\nSunday\tclosed'), 'Opening hours | 8 to 18\nSunday | closed')
  })

  it('are not made of numbered lists', async () => {
    const list = ['1.', '2.', '3.']
      .map((number, index) => textOf(number, 50, 700 - index * 12, 8))
      .flatMap((one, index) => [one, textOf(`Step ${index}`, 70, 700 - index * 12, 30)])
    assert.equal(layout(list), '1. Step 0\n2. Step 1\n3. Step 2')
  })
})

describe('columns of PDF files', () => {
  const lines = linesOf(prose)
  const half = Math.ceil(lines.length / 2)
  const [left, right] = [lines.slice(0, half), lines.slice(half)]

  it('are read one after the other, when they are printed by lines', async () => {
    const text = left.map((line, index) => `${line}\t${right[index] ?? ''}`).join('\n')
    const markdown = await markdownOfPdf(samplePdf({ pages: [text], columnWidth: 270 }))
    assert.equal(markdown.replaceAll('\n', ' ').trim(), prose)
  })

  it('are read one after the other, when they are printed so', async () => {
    const text = `${left.join('\n')}\f${right.map((line) => `\t${line}`).join('\n')}`
    const markdown = await markdownOfPdf(samplePdf({ pages: [text], columnWidth: 270 }))
    assert.equal(markdown.replaceAll('\n', ' ').trim(), prose)
  })
})

describe('headers and footers of PDF files', () => {
  const body = (page: number): string => linesOf(prose.replaceAll('bakery', `bakery ${page}`)).join('\n')

  it('are dropped when they differ on left and right pages', async () => {
    const markdown = await read(
      ...[1, 2, 3, 4, 5, 6].map((page) => `${page % 2 ? 'User manual' : 'Weber Bakery'}\n${body(page)}\n${page} / 6`),
    )
    assert.ok(!/Weber|manual|\/ 6/.test(markdown))
  })

  it('are not prices, which differ from page to page', async () => {
    const markdown = await read(...[4, 9, 2, 7].map((price) => `Price ${price} euros\n${body(price)}\n${price}`))
    for (const price of [4, 9, 2, 7]) assert.match(markdown, new RegExp(`Price ${price} euros[^]*\\b${price}\\b`))
  })
})

describe('words of PDF files', () => {
  it('are joined at the ends of lines, but not before conjunctions', async () => {
    assert.equal(await read('The open-\ning hours and Ein-\nund Ausgabe'), 'The opening hours and Ein-\nund Ausgabe')
    assert.equal(await read('The open\u00ad\ning hours'), 'The opening hours')
  })

  it('have no ligatures', async () => {
    const pdf = samplePdf({ pages: ['Aled'] }).toString('latin1')
    const ligature = pdf.replace('/WinAnsiEncoding', '<< /Differences [65 /fi] >>')
    assert.equal(await markdownOfPdf(Buffer.from(ligature, 'latin1')), 'filed')
  })

  it('from right to left keep their order, with numbers and foreign words', () => {
    const pieces = ['.', ' ', 'Bakery', ' ', 'Online', ' ', 'באתר', ' ', '18:00-', 'ל', ' ', '8:00', ' ', 'בין']
    let x = 50
    const texts = pieces.map((text) => {
      const width = text === ' ' ? 3 : 19
      x += width
      return textOf(text, x - width, 700, width, /\p{Script=Hebrew}/u.test(text) ? 'rtl' : 'ltr')
    })
    assert.equal(layout(texts), 'בין 8:00 ל-18:00 באתר Bakery Online .\n')
  })

  it('are printed once, although a bold font is made of two prints', () => {
    assert.equal(layout([textOf('Bold', 50, 700, 30), textOf('Bold', 50.4, 700, 30)]), 'Bold')
  })

  it('of a rotated page are read in lines', () => {
    const lines = ['First line', 'second line']
    const turned = lines.map((_, index) => [0, 10, -10, 0, 100 + index * 12, 50])
    const upsideDown = lines.map((_, index) => [-10, 0, 0, -10, 500, 50 + index * 12])
    for (const transforms of [turned, upsideDown]) {
      const texts = lines.map((line, index) => ({ ...textOf(line, 0, 0, 60), transform: transforms[index]! }))
      assert.equal(layout(texts), 'First line\nsecond line')
    }
  })
})

const textOf = (str: string, x: number, y: number, width: number, dir = 'ltr'): PdfText => ({
  str,
  dir,
  transform: [10, 0, 0, 10, x, y],
  width,
  height: 10,
  vertical: false,
})

const layout = (texts: PdfText[]): string => pageMarkdown(dropRepeatedRows([readRows(texts)]).map(arrangeRows)).join('')
