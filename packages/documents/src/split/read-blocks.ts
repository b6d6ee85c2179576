// Reads headings, paragraphs, list items and table rows from lines of Markdown.
import { estimateTokens } from './estimate-tokens.ts'
import { maxHeadingTokens } from './passage.ts'
import { type Line, maxLineCharacters } from './read-lines.ts'
import { splitSentences } from './sentences.ts'

export interface Heading {
  kind: 'heading'
  level: number
  text: string
  page: number | null
}

/** A part of a section that is kept in one passage if it is short enough. */
export interface Unit {
  kind: 'paragraph' | 'row'
  text: string
  /** What is between the unit and the one before. */
  glue: '\n\n' | '\n' | ' ' | ''
  /** The header of the table to which the row belongs, with its delimiter row. */
  header?: string
  page: number | null
}

export type Block = Heading | Unit

/** A paragraph with the positions in its text where further pages begin. */
interface Paragraph extends Unit {
  breaks: { position: number; page: number | null }[]
}

const heading = /^ {0,3}(#{1,6})[ \t](.*)$/
const listItem = /^\s{0,40}(?:[-*+•–]|\d{1,4}[.)])\s/
const tableRow = /^\s{0,8}\|/
const delimiterRow = /^[\s|:-]*$/
const fence = /^\s{0,8}(?:```|~~~)/

/** Takes linear time, and memory for one paragraph of at most twice `maxLineCharacters`. */
export function* readBlocks(lines: Iterable<Line>): Generator<Block> {
  const table = new TableReader()
  let unit: Paragraph | null = null
  let inFence = false
  let glue: Unit['glue'] = '\n\n'
  for (const line of lines) {
    const blank = line.text.trim() === ''
    if (line.glue === '\n' && fence.test(line.text)) inFence = !inFence
    const special = line.glue === '\n' && !inFence && !blank
    const isRow = special && tableRow.test(line.text)
    const found = special ? heading.exec(line.text) : null
    const isItem = special && listItem.test(line.text)
    const endsUnit = blank || isRow || isItem || found !== null
    const continues: boolean = !endsUnit && unit !== null
    if (unit && continues && unit.text.length + line.text.length <= maxLineCharacters) {
      unit.text += line.glue
      if (line.page !== (unit.breaks.at(-1) ?? unit).page)
        unit.breaks.push({ position: unit.text.length, page: line.page })
      unit.text += line.text
      continue
    }
    if (unit) yield* splitByPage(unit)
    unit = null
    if (isRow) {
      yield* table.read(line)
      continue
    }
    yield* table.end()
    if (blank || found) {
      glue = '\n\n'
      const text = found ? headingText(found[2]!) : ''
      if (text === '') continue
      if (estimateTokens(text) <= maxHeadingTokens)
        yield { kind: 'heading', level: found![1]!.length, text, page: line.page }
      else yield { kind: 'paragraph', text, glue, page: line.page }
      continue
    }
    unit = { kind: 'paragraph', text: line.text, glue: continues ? line.glue : glue, page: line.page, breaks: [] }
    glue = isItem ? '\n' : '\n\n'
  }
  yield* table.end()
  if (unit) yield* splitByPage(unit)
}

/** Splits a paragraph between its pages. A sentence belongs to the page on which it begins. */
function* splitByPage({ breaks, ...unit }: Paragraph): Generator<Unit> {
  if (breaks.length === 0) {
    yield unit
    return
  }
  let { page, glue } = unit
  let [text, position, next] = ['', 0, 0]
  for (const sentence of splitSentences(unit.text, Number.POSITIVE_INFINITY)) {
    const before = page
    while (next < breaks.length && breaks[next]!.position <= position) page = breaks[next++]!.page
    if (page !== before && text !== '') {
      yield { ...unit, text, page: before, glue }
      text = ''
      glue = ' '
    }
    text += sentence
    position += sentence.length
  }
  yield { ...unit, text, page, glue }
}

class TableReader {
  #first: Line | null = null
  #header: string | undefined
  #rows = 0
  #open = false

  read(line: Line): Unit[] {
    const first = this.#first
    if (!this.#open) {
      this.#open = true
      this.#first = line
      return []
    }
    if (first && this.#header === undefined && line.text.includes('-') && delimiterRow.test(line.text)) {
      const header = `${first.text.trim()}\n${line.text.trim()}`
      if (estimateTokens(header) <= maxHeadingTokens) {
        this.#header = header
        return []
      }
    }
    this.#first = null
    return first && this.#header === undefined ? [this.#row(first), this.#row(line)] : [this.#row(line)]
  }

  /** A header without rows becomes a row. */
  end(): Unit[] {
    const [first, header] = [this.#first, this.#header]
    this.#header = undefined
    const units = first ? [this.#row({ ...first, text: header ?? first.text })] : []
    this.#first = null
    this.#rows = 0
    this.#open = false
    return units
  }

  #row(line: Line): Unit {
    this.#rows++
    const glue = this.#rows === 1 ? '\n\n' : '\n'
    return { kind: 'row', text: line.text.trim(), glue, header: this.#header, page: line.page }
  }
}

/** Removes closing number signs and emphasis. */
function headingText(text: string): string {
  const open = text.trim()
  let end = open.length
  while (end > 0 && open[end - 1] === '#') end--
  const plain = end < open.length && (end === 0 || /\s/.test(open[end - 1]!)) ? open.slice(0, end) : open
  return plain.replace(/\*\*|__/g, '').trim()
}
