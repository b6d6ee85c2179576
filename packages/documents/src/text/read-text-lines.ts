// Reads the lines of a plain text file.
import { cleanText } from '../clean-text.ts'
import { cutLine, type Line } from '../split/read-lines.ts'

/** Bounds the memory that an unfinished line takes. */
const maxRestCharacters = 64_000

/** Takes linear time, and memory for a few pieces. */
export function* readTextLines(pieces: Iterable<string>): Generator<Line> {
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
