// Splits a plain text file into passages.
import { DocumentError } from '../document-error.ts'
import { makePassages } from '../split/make-passages.ts'
import type { Passage } from '../split/passage.ts'
import { decodeText } from './decode-text.ts'
import { markHeadings } from './mark-headings.ts'
import { readTextLines } from './read-text-lines.ts'

/** Counts the decoded part of the file as progress. Throws a `DocumentError`. */
export function* readText(bytes: Uint8Array, onProgress: (done: number, known: number) => void): Generator<Passage> {
  let any = false
  for (const passage of makePassages(markHeadings(readTextLines(counted())))) {
    any = true
    yield passage
  }
  if (!any) throw new DocumentError('no_text', 'The file contains no text.')

  function* counted(): Generator<string> {
    let characters = 0
    for (const piece of decodeText(bytes)) {
      yield piece
      characters += piece.length
      onProgress(Math.min(characters, bytes.length), bytes.length)
    }
  }
}
