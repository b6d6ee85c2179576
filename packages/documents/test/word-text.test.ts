// Tests of Word documents: hidden and struck text, checkboxes, and automatic numbers.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readDocx } from '../src/docx/read-docx.ts'
import { documentXml, sampleDocx } from './sample-docx.ts'

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
const numbered = (text: string, id: number, level = 0): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`)
const styled = (text: string, style: string): string => paragraph(run(text), `<w:pStyle w:val="${style}"/>`)

const style = (id: string, content: string, kind = 'paragraph', name = id): string =>
  `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${name}"/>${content}</w:style>`
const numberStyle = (id: number, level: number): string =>
  `<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>`
const styles = `<w:styles ${namespace}>${[
  style('Heading1', numberStyle(1, 0), 'paragraph', 'heading 1'),
  style('Heading2', numberStyle(1, 1), 'paragraph', 'heading 2'),
  style('Clause', '<w:basedOn w:val="Heading2"/>'),
  style('Memo', '<w:rPr><w:vanish/></w:rPr>'),
  style('Secret', '<w:rPr><w:vanish/></w:rPr>', 'character'),
  style('Gone', '<w:rPr><w:dstrike/></w:rPr>', 'character'),
].join('')}</w:styles>`

const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
const numbering = `<w:numbering ${namespace}>
  <w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '§ %1')}${level(1, 'decimal', '%1.%2')}${level(2, 'lowerLetter', '%3)')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="8">${level(0, 'upperRoman', '%1.')}${level(1, 'decimal', '%1.%2', '<w:isLgl/>')}${level(2, 'decimal', '(%3)', '<w:lvlRestart w:val="0"/>')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="9">${level(0, 'bullet', '·')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="10">${level(0, 'none', '')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="11">${level(0, 'decimal', '&#40;%1&#x29;&amp;')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="8"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num>
  <w:num w:numId="5"><w:abstractNumId w:val="10"/></w:num>
  <w:num w:numId="6"><w:abstractNumId w:val="11"/></w:num></w:numbering>`

const read = async (...body: string[]) =>
  readDocx(sampleDocx(documentXml(body.join('')), { 'word/styles.xml': styles, 'word/numbering.xml': numbering }))
const linesOf = async (...body: string[]): Promise<string[]> =>
  (await read(...body)).main.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

describe('Word documents', () => {
  it('are read without hidden text, by its own properties or those of a style', async () => {
    const [line, ...more] = await linesOf(
      paragraph(
        run('Open ') +
          run('a ', '<w:vanish/>') +
          run('b ', '<w:rStyle w:val="Secret"/>') +
          run('c ', '<w:webHidden w:val="true"/>') +
          run('daily', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>') +
          run('.', '<w:vanish w:val="off"/><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>'),
      ),
      styled('Note to ourselves', 'Memo'),
    )
    assert.deepEqual([line, more], ['Open daily.', []])
  })

  it('say if most of the text is hidden', async () => {
    const memo = styled('For us only. '.repeat(30), 'Memo')
    assert.equal((await read(memo, styled('Open daily.', 'Clause'))).hidesMost, true)
    assert.equal((await read(memo, styled('Open daily. '.repeat(60), 'Clause'))).hidesMost, false)
  })

  it('mark struck text, and give the state of checkboxes', async () => {
    const field = (value: string): string =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="${value}"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
    assert.deepEqual(
      await linesOf(
        paragraph(run('8 €', '<w:dstrike/>') + run(' ') + run('7 €', '<w:b/><w:rStyle w:val="Gone"/>') + run(' 6 €')),
        paragraph(run('6 €', '<w:strike w:val="false"/>')),
        paragraph(field('1') + run('Nuts')),
        paragraph(field('0') + run('Milk')),
      ),
      ['~~8 €~~ ~~7 €~~ 6 €', '6 €', '[x] Nuts', '[ ] Milk'],
    )
  })

  it('have the numbers of headings and clauses', async () => {
    assert.deepEqual(
      await linesOf(
        styled('Scope', 'Heading1'),
        styled('Parties', 'Heading2'),
        styled('The bakery delivers.', 'Clause'),
        numbered('on working days', 1, 2),
        styled('A remark.', 'Normal'),
        numbered('on request', 1, 2),
        styled('Prices', 'Heading1'),
        styled('The list applies.', 'Clause'),
        paragraph(run('Annex'), '<w:pStyle w:val="Heading1"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
      ),
      [
        ...['## § 1 Scope', '### 1.1 Parties', '1.2 The bakery delivers.', 'a) on working days', 'A remark.'],
        ...['b) on request', '## § 2 Prices', '2.1 The list applies.', '## Annex'],
      ],
    )
  })

  it('continue, restart and count lists as Word does', async () => {
    assert.deepEqual(
      await linesOf(
        numbered('a', 2),
        numbered('b', 2, 1),
        numbered('c', 2, 2),
        styled('Between.', 'Normal'),
        numbered('d', 2),
        numbered('e', 2, 1),
        numbered('f', 2, 2),
        numbered('g', 3),
        numbered('h', 4),
        numbered('i', 5),
        paragraph(run('hidden', '<w:vanish/>'), '<w:numPr><w:numId w:val="2"/></w:numPr><w:rPr><w:vanish/></w:rPr>'),
        numbered('j', 2),
        numbered('k', 6),
      ),
      ['I. a', '1.1 b', '(1) c', 'Between.', 'II. d', '2.1 e', '(2) f', 'V. g', '- h', 'i', 'VI. j', '(1)& k'],
    )
  })

  it('are refused if text boxes are nested too deeply', async () => {
    const nested = `${'<w:p><w:r>'.repeat(500)}${'</w:r></w:p>'.repeat(500)}`
    await assert.rejects(read(nested), { code: 'damaged' })
  })

  it('number the items of a level one after the other, whatever is between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 12 }), async (levels) => {
        const lines = await linesOf(...levels.map((at, index) => numbered(`item ${index}`, 1, at)))
        const counts = [0, 0, 0]
        const expected = levels.map((at, index) => {
          counts[at]!++
          for (let upper = 0; upper < at; upper++) counts[upper] ||= 1
          counts.fill(0, at + 1)
          const [first, second, third] = counts
          return `${[`§ ${first}`, `${first}.${second}`, `${String.fromCharCode(96 + third!)})`][at]} item ${index}`
        })
        assert.deepEqual(lines, expected)
      }),
      { numRuns: 20 },
    )
  })
})
