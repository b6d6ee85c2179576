// Drops headers, footers and page numbers of PDF pages.
import { frequentSize, headingFactor } from './page-markdown.ts'
import type { PdfLine } from './read-lines.ts'

/** Headers and footers are among so many lines at each end of a page. */
const edgeLines = 3
const minPages = 3
const repeatedShare = 0.6

const pageNumber =
  /^(?:[-–—] ?)?(?:(?:page|seite|página|pagina|pág\.|s\.|p\.) ?)?\d{1,4}(?: ?(?:\/|of|von|de|sur|di) ?\d{1,4})?(?: ?[-–—])?$/i

export function dropRepeatedLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const headingSize = frequentSize(pages) * headingFactor
  // Page numbers within a header differ from page to page, its position does not. Chapters have numbers, too.
  const keyOf = ({ text, size, y }: PdfLine): string =>
    `${Math.round(y)} ${size > headingSize ? text : text.replace(/\d+/g, '#')}`
  const counts = new Map<string, number>()
  for (const lines of pages) {
    const keys = new Set(edgesOf(lines).map(keyOf))
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const limit = pages.length < minPages ? Number.POSITIVE_INFINITY : Math.max(minPages, pages.length * repeatedShare)
  return pages.map((lines) => {
    const edges = new Set(edgesOf(lines))
    const outer = new Set([lines[0], lines.at(-1)])
    return lines.filter((line) => {
      if (outer.has(line) && pages.length > 1 && pageNumber.test(line.text)) return false
      return !(edges.has(line) && counts.get(keyOf(line))! >= limit)
    })
  })
}

function edgesOf(lines: readonly PdfLine[]): PdfLine[] {
  return lines.length <= 2 * edgeLines ? [...lines] : [...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)]
}
