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

  it('join the lines of cells that are centered vertically, as a browser prints them', () => {
    const texts = [
      ...cell(['Drink'], 66, 666.4),
      ...cell(['Small'], 458, 666.4),
      ...cell(['Large'], 507, 666.4),
      ...cell(['Espresso'], 66, 640.2),
      ...cell(['2.10', '€'], 458, 646.9),
      ...cell(['3.20', '€'], 507, 646.9),
      ...cell(['Hot chocolate with whipped', 'cream and a biscuit'], 66, 613.9),
      ...cell(['3.90 €'], 458, 607.2),
      ...cell(['4.80 €'], 507, 607.2),
      ...cell(['Iced tea'], 66, 560.7),
      ...cell(['3.10', 'with', 'lemon'], 458, 574.2),
      ...cell(['4.10', '€'], 507, 567.4),
    ]
    assert.equal(
      layout(texts),
      '| Drink | Small | Large |\n| --- | --- | --- |\n| Espresso | 2.10 € | 3.20 € |\n| Hot chocolate with whipped cream and a biscuit | 3.90 € | 4.80 € |\n| Iced tea | 3.10 with lemon | 4.10 € |\n',
    )
  })

  it('do not join a row with the line above it that has other distances', () => {
    const texts = [
      ...['Soup', 'Salad', 'Bread'].flatMap((name, index) => [
        ...cell([name], 66, 700 - index * 20),
        ...cell(['4.00'], 458, 700 - index * 20),
      ]),
      ...cell(['Pasta'], 66, 640),
      ...cell(['Lasagne with beef', 'and cheese'], 66, 622),
      ...cell(['12.00'], 458, 615.2),
    ]
    assert.match(layout(texts), /\| Pasta \| {2}\|\n\| Lasagne with beef and cheese \| 12\.00 \|/)
  })

  it('are not made of justified lines', () => {
    const words = ['by', 'two', 'brothers', 'who', 'had']
    const line = (y: number): PdfText[] =>
      words.map((word, index) =>
        textOf(word, 50 + words.slice(0, index).join('').length * 5 + index * 12, y, word.length * 5),
      )
    assert.equal(layout([700, 688, 676].flatMap(line)), Array(3).fill(words.join(' ')).join('\n'))
  })

  it('have columns that are near each other', () => {
    const rows = [
      ['City bike', '49 €'],
      ['Children', '39 €'],
      ['Tandem', '69 €'],
    ].flatMap(([name, price], index) => [
      ...cell([name!], 50, 700 - index * 14),
      ...cell([price!], index === 1 ? 94 : 104, 700 - index * 14),
    ])
    assert.match(layout(rows), /\| City bike \| 49 € \|\n\| Children \| 39 € \|/)
  })

  it('join cells whose fonts have different sizes', () => {
    const small = cell(['of plastic, washed', 'by hand and dried', 'before use'], 150, 703, 8)
    const texts = [
      ...cell(['Tank'], 50, 700),
      ...small.map((text) => ({ ...text, height: 7 })),
      ...cell(['34.90', '€'], 300, 700, 11),
      ...['Hose', 'Seal'].flatMap((name, index) => [
        ...cell([name], 50, 660 - index * 14),
        ...cell(['of rubber'], 150, 660 - index * 14),
        ...cell(['7.90'], 300, 660 - index * 14),
      ]),
    ]
    assert.match(layout(texts), /\| Tank \| of plastic, washed by hand and dried before use \| 34\.90 € \|/)
  })

  it('end before a row whose cells span columns', () => {
    const rows = ['Bread', 'Roll', 'Cake'].flatMap((name, index) =>
      [name, 'kg', '2', `${index}.50`].flatMap((text, column) => cell([text], 50 + column * 60, 700 - index * 14)),
    )
    const total = [textOf('Taxes', 110, 658, 80), ...cell(['0.90'], 230, 658)]
    assert.match(layout([...rows, ...total]), /\| Cake \| kg \| 2 \| 2\.50 \|\n\nTaxes \| 0\.90$/)
  })

  it('keep dashes in the first column', () => {
    const rows = ['5:10', '–', '6:10'].flatMap((time, index) =>
      [time, '9:10', '9:40'].flatMap((text, column) => cell([text], 50 + column * 40, 700 - index * 14)),
    )
    assert.match(layout(rows), /\| 5:10 \| 9:10 \| 9:40 \|\n\| – \| 9:10 \| 9:40 \|/)
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

  it('are read in the order in which they are printed, when their base lines differ', () => {
    const [first, second] = [lines.slice(0, 3), lines.slice(3)]
    for (const offset of [1.6, 6, 10.5])
      assert.equal(
        layout([...cell(first, 63, 460.9, 12), ...cell(second, 312, 460.9 + offset, 12)])
          .replaceAll('\n', ' ')
          .trim(),
        prose,
      )
  })

  it('are read in the order in which they are printed, when they contain paragraphs', () => {
    const columns = [
      ...cell(lines.slice(0, 2), 63, 700, 12),
      ...cell(lines.slice(0, 3), 63, 664, 12),
      ...cell(lines.slice(3, 6), 312, 700, 12),
      ...cell(lines.slice(3, 5), 312, 652, 12),
    ]
    const expected = [...lines.slice(0, 2), ...lines.slice(0, 3), ...lines.slice(3, 6), ...lines.slice(3, 5)].join(' ')
    assert.equal(layout(columns).replaceAll(/\s+/g, ' ').trim(), expected)
  })
})

describe('headings of PDF files', () => {
  const heading = (): PdfText[] =>
    cell(['The history of the café', 'and of its founders'], 50, 750, 26).map((text) => ({ ...text, height: 22 }))

  it('are joined when they have two lines', () => {
    assert.match(
      layout([...heading(), ...cell(linesOf(prose), 50, 690, 12)]),
      /^# The history of the café and of its founders\n/,
    )
  })

  it('are found on a page that contains only tables', () => {
    const rows = ['Bread', 'Roll', 'Cake'].flatMap((name, index) => [
      ...cell([name], 50, 690 - index * 14),
      ...cell(['baked every morning'], 150, 690 - index * 14),
    ])
    assert.match(layout([...heading(), ...rows]), /^# The history/)
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

  it('are dropped when they differ in each chapter, in whatever order they are printed', () => {
    const pages = Array.from({ length: 40 }, (_, index) => {
      const chapter = `Chapter ${Math.floor(index / 8) + 1}`
      const footer = index % 2 ? `${index + 1} Weber Bakery` : `${chapter} ${index + 1}`
      return [
        ...cell([footer], 50, 40.4 + (index % 3) / 10),
        ...cell([`${chapter}: Bread`], 300, 40.4),
        ...cell(linesOf(prose), 50, 700 - index * 3, 12),
        ...cell([`Printed on 3.12.2025 at 10:30, file 17 ${index + 1}`], 50, 800),
      ]
    })
    const markdown = markdownOfPages(pages)
    assert.equal(markdown.match(/Our bakery/g)!.length, 40)
    assert.ok(!/Chapter|Weber|Printed/.test(markdown))
  })

  it('are kept once with contact data', async () => {
    const footer = 'Order by telephone: 030 1234567'
    const markdown = await read(...[1, 2, 3, 4].map((page) => `${body(page)}\n${footer}`))
    assert.equal(markdown.match(/030 1234567/g)!.length, 1)
  })

  it('are no rows of a table that continues on each page', async () => {
    const rows = (page: number): string =>
      Array.from({ length: 5 }, (_, index) => `Cake ${page * 5 + index}\t${page}.${index}0`).join('\n')
    const markdown = await read(...[0, 1, 2, 3].map((page) => `User manual\tPage ${page + 1}\n${rows(page)}`))
    assert.ok(!/manual|Page/.test(markdown))
    assert.equal(markdown.match(/\| Cake/g)!.length, 20)
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

  it('have no letters of private use', async () => {
    const pdf = samplePdf({ pages: ['ABC 12'] }).toString('latin1')
    const names = '/Differences [65 /Asmall /Agravesmall 67 /Zsmall 49 /oneoldstyle /twooldstyle]'
    const small = pdf.replace('/WinAnsiEncoding', `<< ${names} >>`)
    assert.equal(await markdownOfPdf(Buffer.from(small, 'latin1')), 'aàz 12')
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

  /** The texts of a line from left to right. */
  const line = (pieces: string[]): PdfText[] => {
    let x = 50
    return pieces.map((text) => {
      const width = text === ' ' ? 3 : text.length * 5
      x += width
      const isRightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
      return textOf(text, x - width, 700, width, isRightToLeft ? 'rtl' : 'ltr')
    })
  }

  it('from right to left have groups of numbers, ranges and brackets in the order of reading', () => {
    const lines: [pieces: string[], text: string][] = [
      [['.', '12 34 0171', ' ', 'טלפון'], 'טלפון 0171 34 12.'],
      [['0171 34 12', ' ', 'טלפון'], 'טלפון 0171 34 12'],
      [['12', ' ', '34', ' ', '0171', ' ', 'טלפון'], 'טלפון 0171 34 12'],
      [['18:30 – 08:00', ' ', 'פתוח'], 'פתוח 08:00 – 18:30'],
      [['10-12', ' ', 'חלות'], 'חלות 10-12'],
      [['12-10', ' ', 'رغيف'], 'رغيف 10-12'],
      [['٥', '٢', ' ', 'السعر'], 'السعر ٥٢'],
      [['(', 'טרי', ')', ' ', 'לחם'], 'לחם (טרי)'],
      [['Rye 500 Pro', ' ', 'לחם שיפון'], 'לחם שיפון Rye 500 Pro'],
      [['7', ' ', 'Rye', ' ', 'לחם'], 'לחם 7 Rye'],
      [['3,499', ' ', 'ILS', ' ', '15%', ' ', 'הנחה'], 'הנחה 3,499 ILS 15%'],
    ]
    for (const [pieces, text] of lines) assert.equal(layout(line(pieces)).trim(), text)
  })

  it('have the letters of Arabic and Hebrew instead of their shapes', () => {
    assert.equal(layout(line(['ﺰﺒﺨﻟا'.split('').toReversed().join('')])).trim(), 'الخبز')
    assert.equal(layout(line(['ﻼﺳ'.split('').toReversed().join('')])).trim(), 'سلا')
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

/** The lines of a cell or column, whose base lines have the same distance. */
const cell = (lines: string[], x: number, y: number, distance = 13.5): PdfText[] =>
  lines.map((line, index) => textOf(line, x, y - index * distance, line.length * 4.5))

const markdownOfPages = (pages: PdfText[][]): string =>
  pageMarkdown(dropRepeatedRows(pages.map(readRows)).map(arrangeRows)).join('')
const layout = (texts: PdfText[]): string => markdownOfPages([texts])
