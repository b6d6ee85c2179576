// Drops headers, footers and page numbers of PDF pages.

import { headingFactor, type PdfRow } from './make-row.ts'
import { frequentSize } from './page-markdown.ts'

/** Headers and footers are among so many rows at each end of a page. */
const edgeRows = 3
const minPages = 3
/** Books have different headers on left and right pages, and in each chapter. */
const repeatedShare = 0.3
/** Headers with more numbers must have the same ones on all pages. */
const maxNumbers = 3

const romanNumber = /^[-–—] ?[ivxlcdm]{1,8} ?[-–—]$|^[ivxlcdm]{1,8}$/i
const pageNumber =
  /^(?:[-–—] ?)?(?:(?:page|seite|página|pagina|pág\.|s\.|p\.) ?)?(\d{1,4})(?: ?(?:\/|of|von|de|sur|di) ?\d{1,4})?(?: ?[-–—])?$/i

/** Whether a row is nothing but the number of a page. */
export const isPageNumber = ({ text }: PdfRow): boolean => pageNumber.test(text) || romanNumber.test(text)

/** The first of several equal rows with cells is kept, since it can be the header of a table. */
export function dropRepeatedRows(pages: readonly PdfRow[][]): PdfRow[][] {
  const headingSize = frequentSize(pages) * headingFactor
  const edges = pages.map((rows, index) => edgeKeys(rows, index, headingSize))
  const counts = new Map<string, number>()
  for (const rows of edges)
    for (const key of new Set([...rows.values()].flat())) counts.set(key, (counts.get(key) ?? 0) + 1)
  const limit = pages.length < minPages ? Number.POSITIVE_INFINITY : Math.max(minPages, pages.length * repeatedShare)
  const seen = new Set<string>()
  return pages.map((rows, index) =>
    rows.filter((row) => {
      const repeated = edges[index]!.get(row)?.find((key) => counts.get(key)! >= (isNumberKey(key) ? 2 : limit))
      if (repeated === undefined) return true
      const isFirst = row.cells.length > 1 && !seen.has(repeated)
      seen.add(repeated)
      return isFirst
    }),
  )
}

/** The keys of the first and the last rows of a page. */
function edgeKeys(rows: readonly PdfRow[], index: number, headingSize: number): Map<PdfRow, string[]> {
  const edges = rows.filter((_, at) => at < edgeRows || at >= rows.length - edgeRows)
  return new Map(
    edges.map((row) => {
      const number = row === rows[0] || row === rows.at(-1) ? pageNumber.exec(row.text)?.[1] : undefined
      return [row, number === undefined ? keysOf(row, index, headingSize) : [numberKey(Number(number) - index)]]
    }),
  )
}

/**
 * The text with its position. Numbers that increase from page to page are compared without the index of the page; since
 * they can be others, there is a key for each possibility.
 */
function keysOf({ text, size, y }: PdfRow, index: number, headingSize: number): string[] {
  const parts = text.split(/(\d{1,9})/)
  // Chapters have numbers, too.
  const increases = size <= headingSize && parts.length <= 2 * maxNumbers + 1
  let keys = [`${Math.round(y)} `]
  for (const [at, part] of parts.entries())
    keys = keys.flatMap((key) =>
      at % 2 === 1 && increases ? [key + part, `${key}#${Number(part) - index}`] : [key + part],
    )
  return keys
}

const numberKey = (offset: number): string => `page ${offset}`
const isNumberKey = (key: string): boolean => key.startsWith('page ')
