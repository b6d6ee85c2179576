// Tests of files: their text, and hostile ones.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { type FileFormat, looksLike, openExtractor } from '../src/index.ts'
import { extract, fileOf, outcomeOf } from './extract.ts'
import { documentXml, paragraph, sampleDocx, table, zipOf } from './sample-docx.ts'
import { assemble, samplePdf } from './sample-pdf.ts'

const extractor = openExtractor()
after(() => extractor[Symbol.asyncDispose]())

describe('plain text', () => {
  const text =
    'Öffnungszeiten\n==============\n\nWir sind täglich für Sie da, außer am Sonntag. Größere Bestellungen bitte früh.'
  const encodings: Record<string, Buffer> = {
    'UTF-8': Buffer.from(text),
    'UTF-8 with a byte order mark': Buffer.from(`\ufeff${text}`),
    'UTF-16 with a byte order mark': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16 without a byte order mark': Buffer.from(text, 'utf16le'),
    'big-endian UTF-16': iconv.encode(`\ufeff${text}`, 'utf-16be'),
    'Windows-1252': iconv.encode(text, 'windows-1252'),
  }
  for (const [name, bytes] of Object.entries(encodings))
    it(`is read in ${name}`, async () => {
      assert.ok(looksLike('txt', bytes))
      const [passage] = await extract(extractor, 'txt', bytes)
      assert.deepEqual(passage!.headings, ['Öffnungszeiten'])
      assert.match(passage!.text, /^Wir sind täglich für Sie da, außer am Sonntag\./)
      assert.equal(passage!.language, 'de')
    })

  it('is read in UTF-8 although a byte is damaged, and in Windows-1252 behind much ASCII', async () => {
    const damaged = Buffer.from(`${text} Käse, Nüsse, Brötchen.`).subarray(0, -7)
    assert.match((await extract(extractor, 'txt', damaged))[0]!.text, /täglich .* Käse, Nüsse, Br/)
    const late = Buffer.concat([Buffer.from('Order number 12345. '.repeat(10_000)), iconv.encode(text, 'windows-1252')])
    assert.match((await extract(extractor, 'txt', late)).at(-1)!.text, /täglich/)
  })

  it('is read in Cyrillic Windows-1251', async () => {
    const russian = 'Мы работаем с понедельника по пятницу с девяти до восемнадцати часов без перерыва на обед.'
    const [passage] = await extract(extractor, 'txt', iconv.encode(russian, 'windows-1251'))
    assert.equal(passage!.text, russian)
  })

  it('has numbered and capital headings, but no lists as headings', async () => {
    const passages = await extract(
      extractor,
      'txt',
      '1. Scope\n\nText.\n\n2. Terms\n\n1. one\n\n2. two\n\nPRICES\n\nFree.',
    )
    const all = passages.map((one) => [...one.headings, one.text].join('\n')).join('\n')
    for (const heading of ['1. Scope', '2. Terms', 'PRICES']) assert.ok(all.includes(heading))
  })
})

describe('PDF files', () => {
  it('are read with headings and page numbers', async () => {
    const text = 'We bake bread every day of the week. '.repeat(2)
    const pages = [1, 2, 3, 4].map(
      (page) =>
        `Weber Bakery\n# Chapter ${page}\n${`${text}\n`.repeat(20)}Hyphen-\nated word ${page}.\n${`${text}\n`.repeat(20)}Page ${page} of 4`,
    )
    const passages = await extract(extractor, 'pdf', samplePdf({ pages, title: 'Bakery' }))
    assert.deepEqual([...new Set(passages.map(({ page }) => page))], [1, 2, 3, 4])
    assert.deepEqual(
      [...new Set(passages.map(({ headings }) => headings.join()))],
      ['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4'],
    )
    const all = passages.map((one) => one.text).join('\n')
    assert.ok(!all.includes('Weber Bakery') && !all.includes('of 4'))
    assert.ok(all.includes('Hyphenated word 3.'))
  })

  it('report their pages without text', async () => {
    const pages = ['The loaf costs 4 euros.', '', 'The bun costs 3 euros.', ' ', '']
    let withoutText: number[] | undefined
    const options = {
      signal: AbortSignal.timeout(100_000),
      onPagesWithoutText: (numbers: number[]) => {
        withoutText = numbers
      },
    }
    const batches = await Array.fromAsync(extractor.extractFile(fileOf('pdf', samplePdf({ pages })), options))
    assert.deepEqual(withoutText, [2, 4, 5])
    assert.match(
      batches
        .flat()
        .map(({ text }) => text)
        .join(' '),
      /4 euros.*3 euros/s,
    )
  })

  const encrypted = samplePdf({
    pages: ['Secret'],
    trailer: `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
  })
  const stream = deflateSync(Buffer.alloc(20_000_000, 'BT (x) Tj ET\n'))
  const bomb = assemble(
    [
      '',
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      `<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream.toString('latin1')}\nendstream`,
    ],
    '/Root 1 0 R',
  )
  const whole = samplePdf({ pages: ['Some text', 'More text'] })
  const cases: [string, Buffer, (string | number)[]][] = [
    ['a renamed program', Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(5_000, 7)]), ['wrong_format']],
    ['an empty file', Buffer.alloc(0), ['empty']],
    ['an encrypted file', encrypted, ['encrypted']],
    ['a page without text', samplePdf({ pages: [''] }), ['no_text']],
    ['only a header', Buffer.from('%PDF-1.7\n'), ['damaged']],
    ['a truncated file', whole.subarray(0, 200), ['damaged']],
    ['10,000 pages', samplePdf({ pages: Array.from({ length: 10_000 }, () => 'x') }), ['too_large']],
    ['a stream of 20 MB', bomb, ['no_text', 'out_of_memory', 'timeout', 'too_large', 'damaged']],
  ]
  for (const [name, bytes, outcomes] of cases)
    it(`ends with a known error for ${name}`, async () => {
      const outcome = await outcomeOf(extractor, 'pdf', bytes)
      assert.ok(outcomes.includes(outcome), String(outcome))
    })
})

describe('Word documents', () => {
  it('are read with headings and tables', async () => {
    const body =
      paragraph('Prices', 'Heading1') +
      paragraph('Per piece.') +
      table([
        ['Bread', 'Price', 'Unit'],
        ['Rye', '4.50', '1 kg'],
      ])
    const [passage] = await extract(extractor, 'docx', sampleDocx(documentXml(body)))
    assert.deepEqual(passage!.headings, ['Prices'])
    assert.equal(passage!.text, 'Per piece.\n\n| Bread | Price | Unit |\n| --- | --- | --- |\n| Rye | 4.50 | 1 kg |')
  })

  it('have a title above all headings', async () => {
    const sentence = 'We bake bread every morning before the shop opens. '.repeat(20)
    const body =
      paragraph('Handbook', 'Title') +
      paragraph('Prices', 'Heading1') +
      paragraph(sentence) +
      paragraph('Hours', 'Heading1') +
      paragraph(sentence)
    const passages = await extract(extractor, 'docx', sampleDocx(documentXml(body)))
    assert.deepEqual(
      [...new Set(passages.map(({ headings }) => headings.join('/')))],
      ['Handbook/Prices', 'Handbook/Hours'],
    )
  })

  it('are read with headers and footers, which are passages of their own, and footnotes, but without comments', async () => {
    const part = (name: string, content: string): string =>
      `<?xml version="1.0" encoding="UTF-8"?><w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${content}</w:${name}>`
    const link = '<w:p><w:hyperlink r:id="rId9"><w:r><w:t>www.weber.example</w:t></w:r></w:hyperlink></w:p>'
    const files = {
      'word/header1.xml': part('hdr', paragraph('Weber Bakery')),
      'word/header2.xml': part('hdr', paragraph('Weber Bakery')),
      'word/footer1.xml': part('ftr', paragraph('Tel. 030 1234567') + link + paragraph('Page 2 of 5')),
      'word/footnotes.xml': part('footnotes', `<w:footnote w:id="2">${paragraph('Including taxes.')}</w:footnote>`),
      'word/comments.xml': part(
        'comments',
        `<w:comment w:id="0" w:author="Ada &amp; Co" w:initials="A">${paragraph('Is it 5 euros?')}</w:comment>`,
      ),
    }
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    const body = paragraph('Prices', 'Heading1') + paragraph('Bread is 4 euros.').replace('</w:p>', `${note}</w:p>`)
    const passages = await extract(extractor, 'docx', sampleDocx(documentXml(body), files))
    assert.deepEqual(
      passages.map(({ headings, text }) => [headings, text]),
      [
        [['Prices'], 'Bread is 4 euros.[1]\n\n1. Including taxes.'],
        [[], 'Weber Bakery\n\nTel. 030 1234567\n\nwww.weber.example'],
      ],
    )
  })

  it('are read although their headers are damaged', async () => {
    const files = { 'word/header1.xml': '<w:hdr><w:p></w:hdr>', 'word/footer1.xml': '<w:ftr>' }
    const [passage] = await extract(extractor, 'docx', sampleDocx(documentXml(paragraph('Text')), files))
    assert.equal(passage!.text, 'Text')
  })

  it('are read when they contain a spreadsheet, which is not unpacked', async () => {
    const files = { 'word/embeddings/Sheet1.xlsx': 'PK', 'word/media/a.bmp': new Uint8Array(5_000_000) }
    const [passage] = await extract(extractor, 'docx', sampleDocx(documentXml(paragraph('Text')), files))
    assert.equal(passage!.text, 'Text')
  })

  it('are read when their main part has a number', async () => {
    const [passage] = await extract(extractor, 'docx', sampleDocx(documentXml(paragraph('Text')), {}, 'document2'))
    assert.equal(passage!.text, 'Text')
  })

  const xml = documentXml(paragraph('Text'))
  const large = sampleDocx(documentXml(paragraph('x'.repeat(50_000_000))))
  const lying = Buffer.from(large)
  // The uncompressed size in the central directory.
  lying.writeUInt32LE(1_000, lying.lastIndexOf('word/document.xml') - 46 + 24)
  const named = sampleDocx(xml, { 'ab/a.xml': '<a/>' }).toString('latin1')
  const withParent = Buffer.from(named.replaceAll('ab/a.xml', '../a.xml'), 'latin1')
  const laughs = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`).join(
    '',
  )
  const unclosed = `<w:comments>${'<w:comment '.repeat(80_000)}</w:comments>`
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`word/${index}.xml`, '<a/>']))
  const cases: [string, Buffer, (string | number)[]][] = [
    ['an empty file', Buffer.alloc(0), ['empty']],
    ['a text file', Buffer.from('Text'), ['wrong_format']],
    ['a damaged archive', sampleDocx(xml).subarray(0, 300), ['damaged']],
    ['a spreadsheet', zipOf({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': '<a/>' }), ['wrong_format']],
    ['50 MB of compressed text', large, ['too_large']],
    ['a wrong declared size', lying, ['damaged', 'too_large']],
    ['many entries', sampleDocx(xml, many), ['too_large']],
    ['a path to a parent folder', withParent, ['damaged']],
    [
      'nested entities',
      sampleDocx(documentXml(paragraph('&l9;'), `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]>`)),
      ['damaged'],
    ],
    [
      'deeply nested XML',
      sampleDocx(documentXml(`${'<w:sdt>'.repeat(15_000)}${'</w:sdt>'.repeat(15_000)}`)),
      ['damaged', 'no_text', 'timeout', 'too_large'],
    ],
    ['80,000 unclosed comments', sampleDocx(xml, { 'word/comments.xml': unclosed }), ['damaged']],
    ['no text', sampleDocx(documentXml('')), ['no_text']],
  ]
  for (const [name, bytes, outcomes] of cases)
    it(`end with a known error for ${name}`, async () => {
      const outcome = await outcomeOf(extractor, 'docx', await bytes)
      assert.ok(outcomes.includes(outcome), String(outcome))
    })
})

describe('random bytes', () => {
  const heads: Record<FileFormat, string> = { pdf: '%PDF-1.7\n', docx: 'PK\x03\x04', txt: '' }
  for (const format of ['pdf', 'docx', 'txt'] as const)
    it(`become passages or an error as ${format}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.uint8Array({ minLength: 1, maxLength: 3_000 }), async (withHead, bytes) => {
          const file = Buffer.concat([Buffer.from(withHead ? heads[format] : '', 'latin1'), bytes])
          looksLike(format, file)
          await outcomeOf(extractor, format, file)
        }),
        { numRuns: 40 },
      )
    })
})
