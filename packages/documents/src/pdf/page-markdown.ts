// Rebuilds paragraphs, headings and tables from the blocks of PDF pages.
import type { PdfBlock } from './arrange-rows.ts'
import { headingFactor, type PdfLine } from './make-row.ts'

type SizedText = Pick<PdfLine, 'text' | 'size'>

const maxHeadingCharacters = 120
const paragraphGap = 1.6

/** The end of a sentence, and the beginning of something that continues none. */
const sentenceEnd = /[.!?:;)\]"”。！？]$/
const newStart = /^(?:[\p{Lu}\p{N}]|[^\p{L}\p{N}]{1,2} )/u
const hyphenated = /\p{L}[-\u2010]$/u
/** In "Ein- und Ausgabe", the hyphen is not the one of a line end. */
const conjunction = /^(?:and|or|to|und|oder|bzw|bis|sowie|en|of)\b/
const unspacedEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，）」]$/u
const unspacedStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}（「]/u

/** Returns the Markdown of each page. What continues on the next page has no line feed at its end. */
export function pageMarkdown(pages: readonly (readonly PdfBlock[])[]): string[] {
  const lines = pages.map((blocks) => blocks.filter(isLine))
  const body = frequentSize(pages.map((blocks) => blocks.map(textOf)))
  const levels = headingLevels(lines, body)
  const markdown: string[] = []
  let header: string[] | undefined
  for (const [index, blocks] of pages.entries()) {
    const first = blocks[0]
    const continued = first && !isLine(first) && header?.length === first.table[0]!.length ? header : undefined
    if (continued) markdown[index - 1] = markdown[index - 1]!.trimEnd()
    const writer = new Writer(levels, frequentGap(lines[index]!))
    for (const block of blocks) {
      if (isLine(block)) writer.writeLine(block)
      else writer.writeTable(block.table, block === first ? continued : undefined)
    }
    markdown.push(writer.end())
    const last = blocks.at(-1)
    header = last && !isLine(last) ? (last === first && continued ? continued : last.table[0]) : undefined
  }
  return markdown
}

const isLine = (block: PdfBlock): block is PdfLine => 'text' in block

const textOf = (block: PdfBlock): SizedText =>
  isLine(block) ? block : { text: block.table.flat().join(' '), size: block.size }

class Writer {
  readonly #levels: ReadonlyMap<number, number>
  readonly #gap: number
  readonly #parts: string[] = []
  #previous: PdfLine | null = null
  #wasHeading = false

  constructor(levels: ReadonlyMap<number, number>, gap: number) {
    this.#levels = levels
    this.#gap = gap
  }

  writeLine(line: PdfLine): void {
    const previous = this.#previous
    const level =
      line.text.length <= maxHeadingCharacters && /\p{L}/u.test(line.text)
        ? this.#levels.get(roundSize(line))
        : undefined
    const isHeading = level !== undefined
    const apart = previous !== null && this.#isApart(previous, line)
    if (isHeading && this.#wasHeading && previous && isSameHeading(previous, line)) this.#parts.push(` ${line.text}`)
    else if (isHeading) this.#startBlock(`${'#'.repeat(level)} ${line.text}`)
    else if (!previous || this.#wasHeading || apart) this.#startBlock(escapeStart(line.text))
    else this.#continue(line.text)
    this.#previous = line
    this.#wasHeading = isHeading
  }

  /** With the header of a table on the page before, the table continues it. */
  writeTable(table: readonly string[][], continued: readonly string[] | undefined): void {
    const isSame = continued !== undefined && table[0]!.join('|') === continued.join('|')
    const isHeader = continued === undefined && isTableHeader(table)
    const rows = (isHeader || isSame ? table.slice(1) : table).map(tableRow)
    const header = isHeader ? table[0]! : table[0]!.map(() => '')
    const delimiter = `|${' --- |'.repeat(header.length)}`
    if (!continued) rows.unshift(tableRow(header), delimiter)
    this.#startBlock(rows.join('\n'))
    this.#previous = null
    this.#wasHeading = false
  }

  end(): string {
    const last = this.#parts.at(-1) ?? ''
    const isComplete = this.#wasHeading || this.#previous === null || sentenceEnd.test(last)
    return this.#parts.join('') + (isComplete ? '\n' : '')
  }

  /** The lines of the next column continue a paragraph, too. */
  #isApart(previous: PdfLine, line: PdfLine): boolean {
    const distance = previous.y - line.y
    if (distance < -this.#gap) return sentenceEnd.test(previous.text) || newStart.test(line.text)
    return distance > this.#gap * paragraphGap
  }

  #startBlock(text: string): void {
    if (this.#parts.length > 0) this.#parts.push('\n\n')
    this.#parts.push(text)
  }

  /** Joins a word that was hyphenated at the end of the line before. */
  #continue(text: string): void {
    const last = this.#parts.at(-1)!
    if (hyphenated.test(last) && /^\p{Ll}/u.test(text) && !conjunction.test(text)) {
      this.#parts[this.#parts.length - 1] = last.slice(0, -1)
      this.#parts.push(text)
    } else if (unspacedEnd.test(last) && unspacedStart.test(text)) this.#parts.push(text)
    else this.#parts.push('\n', escapeStart(text))
  }
}

const isSameHeading = (line: PdfLine, next: PdfLine): boolean =>
  roundSize(line) === roundSize(next) && line.y > next.y && line.y - next.y <= next.size * paragraphGap

const escapeStart = (line: string): string => (/^(?:#{1,6} |\||```|~~~)/.test(line) ? `\\${line}` : line)

const tableRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** A header names all columns and contains no number, unlike a row below it. */
function isTableHeader([first, ...rows]: readonly string[][]): boolean {
  const isNamed = first!.every((cell) => cell !== '' && !/\d/.test(cell))
  return isNamed && rows.some((cells) => cells.some((cell) => /\d/.test(cell)))
}

/** The size in which most characters are printed. */
export function frequentSize(pages: readonly (readonly SizedText[])[]): number {
  const counts = new Map<number, number>()
  for (const line of pages.flat()) counts.set(roundSize(line), (counts.get(roundSize(line)) ?? 0) + line.text.length)
  return mostFrequent(counts)
}

/** The largest three sizes of headings are the levels 1 to 3. */
function headingLevels(pages: readonly (readonly PdfLine[])[], body: number): Map<number, number> {
  const sizes = new Set(
    pages
      .flat()
      .map(roundSize)
      .filter((size) => size > body * headingFactor),
  )
  const sorted = [...sizes].sort((a, b) => b - a)
  return new Map(sorted.map((size, index) => [size, Math.min(index + 1, 3)]))
}

/** The most frequent distance between lines of a page. */
function frequentGap(lines: readonly PdfLine[]): number {
  const counts = new Map<number, number>()
  for (const [index, line] of lines.entries()) {
    const distance = Math.round(lines[index - 1] ? lines[index - 1]!.y - line.y : 0)
    if (distance > 0) counts.set(distance, (counts.get(distance) ?? 0) + 1)
  }
  const found = mostFrequent(counts)
  // A page of a few lines says nothing about their usual distance.
  const size = lines[0]?.size ?? 0
  return lines.length > 5 && found > 0 ? found : Math.max(1, size * 1.3)
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [0, 0]
  for (const [value, count] of counts) if (count > most) [best, most] = [value, count]
  return best
}

const roundSize = ({ size }: SizedText): number => Math.round(size * 2) / 2
