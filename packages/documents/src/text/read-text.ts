// Splits a plain text file into passages, and recognizes its headings.

import { cleanText } from '../clean-text.ts'
import type { Passage } from '../split/passage.ts'
import { cutLine, type Line } from '../split/read-lines.ts'
import { makePassages } from '../split/split-blocks.ts'
import { decodeText } from './decode-text.ts'

/** Counts the decoded part of the file as progress. Throws a `DocumentError`. */
export function* readText(bytes: Uint8Array, onProgress: (done: number, known: number) => void): Generator<Passage> {
  let characters = 0
  function* counted(): Generator<string> {
    for (const piece of decodeText(bytes)) {
      yield piece
      characters += piece.length
      onProgress(Math.min(characters, bytes.length), bytes.length)
    }
  }
  yield* makePassages(markHeadings(readTextLines(counted())))
}

/** Bounds the memory that an unfinished line takes. */
const maxRestCharacters = 64_000

/** Takes linear time, and memory for a few pieces. */
function* readTextLines(pieces: Iterable<string>): Generator<Line> {
  let rest = ''
  let glue: Line['glue'] = '\n'
  for (const piece of pieces) {
    // The line feed of a Windows line end may be in the next piece.
    const text = rest + piece
    const complete = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, complete).split(/\r\n|[\n\r\f\v\x85\u2028\u2029]/)
    rest = (lines.pop() ?? '') + text.slice(complete)
    for (const line of lines) {
      yield* cleanLines(line, glue)
      glue = '\n'
    }
    if (rest.length > maxRestCharacters) {
      const cut = [...cutLine(rest)]
      const last = cut.pop()!
      for (const line of cut) yield* cleanLines(line.text, line === cut[0] ? glue : line.glue)
      rest = last.text
      glue = last.glue
    }
  }
  yield* cleanLines(rest, glue)
}

function* cleanLines(text: string, glue: Line['glue']): Generator<Line> {
  let first = true
  for (const line of cutLine(cleanText(text))) {
    yield first ? { ...line, glue } : line
    first = false
  }
}

const lookahead = 4
const maxHeadingCharacters = 100
const maxCapitalsCharacters = 60

const underline = /^(?:={3,}|-{3,}|~{3,}|\*{3,}|#{3,}|_{3,})$/
const numbered = /^(?:§ ?)?(\d{1,3}(?:\.\d{1,3}){0,4})[.)]? +[\p{Lu}\p{Lo}]/u
const chapter =
  /^(?:chapter|section|part|article|kapitel|abschnitt|artikel|chapitre|capítulo|capitolo)\s+[\dIVX]{1,6}\b/i
const markdown = /^\s*(?:[#>|*+-]|```|~~~)/

/** Takes linear time and looks a few lines ahead. */
function* markHeadings(lines: Iterable<Line>): Generator<Line> {
  const window: Line[] = []
  let afterBlank = true
  let skip = false
  const marked = (line: Line): Line => {
    const level = afterBlank && line.glue === '\n' ? headingLevel(line.text.trim(), window) : null
    if (window[0] && level !== null && isUnderline(window[0], line.text.trim())) skip = true
    afterBlank = skip || line.text.trim() === ''
    return level === null ? line : { ...line, text: `${'#'.repeat(level)} ${line.text.trim()}` }
  }
  for (const line of lines) {
    window.push(line)
    if (window.length <= lookahead) continue
    const current = window.shift()!
    if (skip) skip = false
    else yield marked(current)
  }
  while (window.length > 0) {
    const current = window.shift()!
    if (skip) skip = false
    else yield marked(current)
  }
}

/** The level of the heading that a line behind a blank line is, or null. */
function headingLevel(text: string, next: readonly Line[]): number | null {
  if (text === '' || text.length > maxHeadingCharacters || markdown.test(text)) return null
  if (next[0] && isUnderline(next[0], text)) return next[0].text.trim().startsWith('=') ? 1 : 2
  if (next[0] && next[0].text.trim() !== '') return null
  if (/[.,;:!?]$/.test(text)) return null
  const number = numbered.exec(text)?.[1]
  if (number !== undefined) {
    const following = next.find((line) => line.text.trim() !== '')?.text.trim()
    // A list with blank lines between its items.
    const isList = !number.includes('.') && following !== undefined && /^\d{1,3}[.)]? /.test(following)
    return isList ? null : Math.min(6, number.split('.').length)
  }
  if (chapter.test(text)) return 1
  const capitals = text.length <= maxCapitalsCharacters && text.toUpperCase() === text && text.toLowerCase() !== text
  return capitals && /\p{L}{3}/u.test(text) && !/\d/.test(text) ? 1 : null
}

function isUnderline(line: Line, above: string): boolean {
  const text = line.text.trim()
  return underline.test(text) && text.length >= above.length / 2
}
