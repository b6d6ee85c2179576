// Rebuilds paragraphs and headings from the lines of PDF pages.
import type { PdfLine } from './read-lines.ts'

const maxHeadingCharacters = 120
/** Headings are in a larger font than the text, by this factor. */
export const headingFactor = 1.15
const paragraphGap = 1.6

/** Returns the Markdown of each page. A paragraph that continues on the next page has no line feed at its end. */
export function pageMarkdown(pages: readonly PdfLine[][]): string[] {
  const body = frequentSize(pages)
  const levels = headingLevels(pages, body)
  return pages.map((lines) => linesToMarkdown(lines, levels, frequentGap(lines)))
}

function linesToMarkdown(lines: readonly PdfLine[], levels: ReadonlyMap<number, number>, gap: number): string {
  let markdown = ''
  let previous: PdfLine | null = null
  let wasHeading = false
  for (const line of lines) {
    const level =
      line.text.length <= maxHeadingCharacters && /\p{L}/u.test(line.text) ? levels.get(roundSize(line)) : undefined
    const distance = previous ? previous.y - line.y : 0
    const apart = distance > gap * paragraphGap || distance < -gap
    const isHeading = level !== undefined
    const sameHeading = isHeading && wasHeading && !apart && previous && roundSize(previous) === roundSize(line)
    if (sameHeading) markdown += ` ${line.text}`
    else if (isHeading) markdown += `${markdown === '' ? '' : '\n\n'}${'#'.repeat(level)} ${line.text}`
    else if (previous && (wasHeading || apart)) markdown += `\n\n${escapeStart(line.text)}`
    else markdown = join(markdown, line.text)
    previous = line
    wasHeading = isHeading
  }
  const complete = wasHeading || markdown === '' || /[.!?:;)\]"”。！？]$/.test(markdown)
  return complete ? `${markdown}\n` : markdown
}

/** Joins a word that was hyphenated at the end of a line. */
function join(text: string, next: string): string {
  if (text === '') return escapeStart(next)
  const hyphenated = /\p{L}[-\u2010]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(next)
  return hyphenated ? text.slice(0, -1) + next : `${text}\n${escapeStart(next)}`
}

const escapeStart = (line: string): string => (/^(?:#{1,6} |\||```|~~~)/.test(line) ? `\\${line}` : line)

/** The size in which most characters are printed. */
export function frequentSize(pages: readonly PdfLine[][]): number {
  const counts = new Map<number, number>()
  for (const line of pages.flat()) counts.set(roundSize(line), (counts.get(roundSize(line)) ?? 0) + line.text.length)
  return mostFrequent(counts)
}

/** The largest three sizes of headings are the levels 1 to 3. */
function headingLevels(pages: readonly PdfLine[][], body: number): Map<number, number> {
  const sizes = new Set(
    pages
      .flat()
      .map(roundSize)
      .filter((size) => size > body * headingFactor),
  )
  const sorted = [...sizes].sort((one, other) => other - one)
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

const roundSize = ({ size }: PdfLine): number => Math.round(size * 2) / 2
