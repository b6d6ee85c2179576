// Splits a plain text file into passages.
import { makePassages } from '../split/make-passages.ts'
import type { Passage } from '../split/passage.ts'
import { decodeText } from './decode-text.ts'
import { markHeadings } from './mark-headings.ts'
import { readTextLines } from './read-text-lines.ts'

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
