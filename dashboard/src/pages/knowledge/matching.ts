// Splits a text at the words of a query, in the forms in which the server has found them.

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export interface Piece {
  at: number
  text: string
  isFound: boolean
}

/** `forms` are in lower case. Neighbouring pieces that are not found are one. */
export function piecesOf(text: string, forms: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(word))
    for (const { segment, index: offset } of segmenter.segment(written)) {
      if (!forms.has(segment.toLowerCase())) continue
      const at = index + offset
      if (at > end) pieces.push({ at: end, text: text.slice(end, at), isFound: false })
      pieces.push({ at, text: segment, isFound: true })
      end = at + segment.length
    }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), isFound: false })
  return pieces
}
