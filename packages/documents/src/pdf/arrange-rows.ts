// Finds the tables and the columns of text among the rows of a PDF page.
import { lineDistance, minLineCharacters } from './align-cells.ts'
import { headingFactor, type PdfCell, type PdfLine, type PdfRow } from './make-row.ts'

/** A line of text, or the rows of a table with their cells in reading order. */
export type PdfBlock = PdfLine | { table: string[][]; size: number }

const minRows = 3
const maxColumns = 30
/** Bounds the time for rows that turn out to form no columns. */
const maxBandRows = 200
/** Factors of the font size. */
const minGutter = 0.25
const minTextGutter = 0.9
const maxDistance = 5

interface Interval {
  from: number
  to: number
}

/** Rows between whose cells the same vertical stripes are empty. */
interface Band {
  /** The last one has several cells, or belongs to one that has. */
  rows: readonly PdfRow[]
  gutters: readonly Interval[]
  /** For each column in reading order, the texts of all rows. */
  columns: readonly string[][]
}

/** Keeps the order of rows, except that columns of text follow each other. Takes linear time. */
export function arrangeRows(rows: readonly PdfRow[]): PdfBlock[] {
  const blocks: PdfBlock[] = []
  for (let start = 0; start < rows.length; ) {
    const band = findBand(rows, start)
    if (!band) blocks.push(rows[start]!)
    else if (isTable(band)) blocks.push({ table: tableOf(band), size: band.rows.at(-1)!.size })
    else if (band.gutters.every(({ from, to }) => to - from >= rows[start]!.size * minTextGutter)) {
      const all = withRest(band, rows.slice(start + band.rows.length))
      blocks.push(...all.columns.flatMap((texts) => linesOf(all.rows, texts)))
      start += all.rows.length
      continue
    } else blocks.push(...band.rows)
    start += band?.rows.length ?? 1
  }
  return blocks
}

/** The rows from `start` that leave a gutter, if they form columns. */
function findBand(rows: readonly PdfRow[], start: number): Band | undefined {
  let free: Interval[] = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }]
  let [several, end, gutters] = [0, start, free]
  for (let index = start; index < Math.min(rows.length, start + maxBandRows); index++) {
    const { cells, y, size, continues } = rows[index]!
    const above = index > start ? rows[index - 1] : undefined
    const distance = above ? above.y - y : 0
    const isHeading = above !== undefined && cells.length === 1 && size > above.size * headingFactor
    if (distance < 0 || distance > size * maxDistance || isHeading || cells.length > maxColumns) break
    const left = cells.reduce((intervals, cell) => without(intervals, cell, size * minGutter), free)
    // The first and the last interval are the margins.
    if (left.length < 3 || left.length > maxColumns) break
    // A row with cells that span columns, such as a total, is no row of the table.
    if (several >= minRows && left.length < free.length && cells.length < left.length - 1) break
    free = left
    if (cells.length > 1) several++
    else if (end < index || !continues) continue
    end = index + 1
    gutters = free
  }
  if (several < minRows) return undefined
  const band = bandOf(rows.slice(start, end), gutters.slice(1, -1))
  const areLines = band.rows.every(({ cells, isJustified }) => cells.length === 1 || isJustified)
  return hasColumns(band) && !areLines ? band : undefined
}

/** Whether at least three rows have cells in several columns, and at most half of the rows only in the first one. */
function hasColumns({ rows, columns }: Band): boolean {
  let [several, onlyFirst] = [0, 0]
  for (const index of rows.keys()) {
    const filled = columns.filter((texts) => texts[index] !== '').length
    if (filled > 1) several++
    else if (columns[0]![index] !== '') onlyFirst++
  }
  return several >= minRows && onlyFirst * 2 <= rows.length
}

/** The parts of sorted intervals beside a cell that are wide enough. */
function without(intervals: readonly Interval[], { left, right }: PdfCell, minWidth: number): Interval[] {
  return intervals
    .flatMap(({ from, to }) => {
      if (right <= from || left >= to) return [{ from, to }]
      return [
        { from, to: left },
        { from: right, to },
      ]
    })
    .filter(({ from, to }) => to - from >= minWidth)
}

function bandOf(rows: readonly PdfRow[], gutters: readonly Interval[]): Band {
  const columns: string[][] = Array.from({ length: gutters.length + 1 }, () => rows.map(() => ''))
  for (const [index, { cells }] of rows.entries())
    for (const { text, left, right } of cells) {
      const column = columns[gutters.filter(({ from }) => from < (left + right) / 2).length]!
      column[index] = `${column[index]} ${text}`.trim()
    }
  const rightToLeft = rows.filter(({ isRightToLeft }) => isRightToLeft).length > rows.length / 2
  const joined = withHeaders(columns)
  return { rows, gutters, columns: rightToLeft ? joined.reverse() : joined }
}

/** Joins a column that contains only a header with the next one, whose numbers are aligned at the other side. */
function withHeaders(columns: readonly string[][]): string[][] {
  const joined: string[][] = []
  for (const texts of columns) {
    const last = joined.at(-1)
    const [header, others] = last && isHeader(last) ? [last, texts] : [texts, last]
    if (last && others && isHeader(header) && others[0] === '') {
      others[0] = header[0]!
      joined[joined.length - 1] = others
    } else joined.push(texts)
  }
  return joined
}

const isHeader = (texts: readonly string[]): boolean => texts.every((text, index) => (text !== '') === (index === 0))

function isTable({ rows, columns }: Band): boolean {
  const hasShortColumn = columns.some((texts) => {
    const filled = texts.filter((text) => text !== '')
    return filled.reduce((sum, text) => sum + text.length, 0) < filled.length * minLineCharacters
  })
  return hasShortColumn || isPrintedByCells(rows)
}

/** Whether the lines of cells were printed before the next cell of the same row. Columns return to the top once. */
function isPrintedByCells(rows: readonly PdfRow[]): boolean {
  return rows.filter(({ continues }, index) => continues && rows[index - 1]?.continues === false).length > 1
}

/** Adds the rows below by which one column of text is longer than the others. */
function withRest({ rows, gutters }: Band, below: readonly PdfRow[]): Band {
  let last = rows.at(-1)!
  const all = [...rows]
  for (const row of below) {
    const isNext = row.size <= last.size * headingFactor && last.y - row.y <= row.size * lineDistance && last.y > row.y
    const crosses = row.cells.some(({ left, right }) => gutters.some(({ from, to }) => left < to && right > from))
    if (!isNext || crosses) break
    all.push(row)
    last = row
  }
  return bandOf(all, gutters)
}

const linesOf = (rows: readonly PdfRow[], texts: readonly string[]): PdfLine[] =>
  rows.map(({ size, y }, index) => ({ text: texts[index]!, size, y })).filter(({ text }) => text !== '')

/** Joins the lines of cells. */
function tableOf({ rows, columns }: Band): string[][] {
  const table: string[][] = []
  const byCells = isPrintedByCells(rows)
  for (let start = 0; start < rows.length; ) {
    let end = start + 1
    while (rows[end]?.continues) end++
    const group = rows.slice(start, end).map((_, index) => columns.map((texts) => texts[start + index]!))
    // If the columns were printed one after the other, all cells are filled.
    const isOneRow = byCells || new Set(group.map((texts) => texts.map((text) => text === '').join())).size > 1
    for (const [index, texts] of group.entries()) {
      const last = table.at(-1)
      if (last && (index > 0 ? isOneRow : isRest(rows, start, texts))) append(last, texts)
      else table.push(texts)
    }
    start = end
  }
  return table
}

/** Whether the only cell of a row is the next line of the cell above it. */
function isRest(rows: readonly PdfRow[], index: number, texts: readonly string[]): boolean {
  const distance = (rows[index - 1]?.y ?? Number.POSITIVE_INFINITY) - rows[index]!.y
  return distance <= rows[index]!.size * lineDistance && texts[0] === '' && texts.filter(Boolean).length === 1
}

function append(row: string[], texts: readonly string[]): void {
  for (const [index, text] of texts.entries()) if (text !== '') row[index] = `${row[index]} ${text}`.trim()
}
