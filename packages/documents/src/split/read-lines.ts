// Reads the lines of sections, cutting very long ones.
import type { Section } from './passage.ts'

export interface Line {
  text: string
  page: number | null
  /** What was between the line and the one before: less than a line break if a long line was cut. */
  glue: '\n' | ' ' | ''
}

/** Bounds the memory and time that one line takes in later steps. */
export const maxLineCharacters = 8_000

export function* readLines(sections: Iterable<Section>): Generator<Line> {
  for (const { markdown, page } of sections) {
    for (let start = 0; start <= markdown.length; ) {
      const lineEnd = markdown.indexOf('\n', start)
      const end = lineEnd === -1 ? markdown.length : lineEnd
      yield* cutLine(markdown.slice(start, end), page)
      start = end + 1
    }
  }
}

export function* cutLine(line: string, page: number | null = null): Generator<Line> {
  let glue: Line['glue'] = '\n'
  for (let start = 0; start === 0 || start < line.length; ) {
    const end = line.length - start <= maxLineCharacters ? line.length : endOfPiece(line, start)
    yield { text: line.slice(start, end), page, glue }
    glue = line[end] === ' ' ? ' ' : ''
    start = line[end] === ' ' ? end + 1 : end
    if (end === 0) return
  }
}

function endOfPiece(line: string, start: number): number {
  const limit = start + maxLineCharacters
  const space = line.lastIndexOf(' ', limit)
  if (space > start + maxLineCharacters / 2) return space
  return (line.charCodeAt(limit) & 0xfc00) === 0xdc00 ? limit - 1 : limit
}
