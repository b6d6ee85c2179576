// Drops headers, footers and page numbers of PDF pages.
import { pageNumberOf } from '../page-number.ts'
import { headingFactor, type PdfRow } from './make-row.ts'
import { frequentSize } from './page-markdown.ts'

/** Headers and footers are among so many of the highest and the lowest rows of a page. */
const edgeRows = 3
const minPages = 3
/** Books have different headers on left and right pages. */
const repeatedShare = 0.3
/** Each chapter can have its own header: so many times, on every page or on every second one. */
const minRun = 4
const maxPageDistance = 2
/** The first numbers in a row and the last one can be the number of the page. */
const maxNumbers = 3

const contact = /@|\bwww\.|\bhttps?:|(?<!\d)(?:\+|\(?0)[\d ()-]{6,24}|\b\d{3}[) -]{1,2}\d{3}[ -]\d{4}\b/

/** A number alone, a text, a text in the size of a heading, or a text with a number that increases with the pages. */
type Kind = 'number' | 'text' | 'heading' | 'increasing'

interface Key {
  kind: Kind
  /** Equal for rows that are alike. */
  id: string
}

/** The first of several equal rows is kept if it contains contact data, or cells, since it can be the header of a table. */
export function dropRepeatedRows(pages: readonly PdfRow[][]): PdfRow[][] {
  const headingSize = frequentSize(pages) * headingFactor
  const edges = pages.map((rows, index) => edgeKeys(rows, index, headingSize))
  const found = new Map<string, number[]>()
  for (const [index, rows] of edges.entries())
    for (const { id } of [...rows.values()].flat()) {
      const indexes = found.get(id) ?? []
      if (indexes.at(-1) !== index) indexes.push(index)
      found.set(id, indexes)
    }
  const seen = new Set<string>()
  return pages.map((rows, index) =>
    rows.filter((row) => {
      const repeated = edges[index]!.get(row)?.find(({ kind, id }) => isRepeated(kind, found.get(id)!, pages.length))
      if (!repeated) return true
      const canBeTable = row.cells.length > 1 && repeated.kind !== 'increasing'
      const text = row.text.replace(/\d+/g, '#')
      const isFirst = (canBeTable || contact.test(row.text)) && !seen.has(text)
      seen.add(text)
      return isFirst
    }),
  )
}

/** The indexes of the pages increase. */
function isRepeated(kind: Kind, indexes: readonly number[], pages: number): boolean {
  if (kind === 'number') return indexes.length >= 2
  if (indexes.length < minPages) return false
  if (kind === 'increasing' || indexes.length >= pages * repeatedShare) return true
  let run = 1
  for (let at = 1; kind === 'text' && at < indexes.length && run < minRun; at++)
    run = indexes[at]! - indexes[at - 1]! <= maxPageDistance ? run + 1 : 1
  return run >= minRun
}

/** The keys of the highest and the lowest rows of a page, in whatever order they were printed. */
function edgeKeys(rows: readonly PdfRow[], index: number, headingSize: number): Map<PdfRow, Key[]> {
  const sorted = rows.toSorted((a, b) => b.y - a.y)
  const edges = sorted.filter((_, at) => at < edgeRows || at >= sorted.length - edgeRows)
  return new Map(
    edges.map((row) => {
      const number = row === sorted[0] || row === sorted.at(-1) ? pageNumberOf(row.text) : undefined
      if (number !== undefined) return [row, [{ kind: 'number', id: `number ${number - index}` }]]
      return [row, keysOf(row, index, headingSize)]
    }),
  )
}

/** There is a key for each number that can be the number of the page, and for the heights to which it can be rounded. */
function keysOf({ text, size, y }: PdfRow, index: number, headingSize: number): Key[] {
  const isHeading = size > headingSize
  const keys: { kind: Kind; text: string }[] = [{ kind: isHeading ? 'heading' : 'text', text }]
  // Chapters have numbers, too.
  const numbers = isHeading ? [] : [...text.matchAll(/\d{1,9}/g)]
  for (const [at, number] of numbers.entries()) {
    if (at >= maxNumbers && at < numbers.length - 1) continue
    const [before, after] = [text.slice(0, number.index), text.slice(number.index + number[0].length)]
    keys.push({ kind: 'increasing', text: `${before}#${Number(number[0]) - index}${after}` })
  }
  return keys.flatMap((key) =>
    [Math.floor(y), Math.ceil(y)].map((height) => ({ kind: key.kind, id: `${key.kind} ${height} ${key.text}` })),
  )
}
