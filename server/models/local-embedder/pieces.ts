// Divides a text into pieces that the local model embeds in a short time.
/** The model reads 128 tokens at most. 240 characters of English are about 50 tokens, which take about 30 ms. */
export const maxPieceCharacters = 240
/** Longer texts are truncated. */
const maxCharacters = 2_400

/**
 * Returns pieces of similar length, in order, cut at the end of a sentence or word if possible. Blank pieces are left
 * out, so a blank text has none.
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let rest = text.slice(0, maxCharacters).replace(/\s+/g, ' ').trim()
  while (rest.length > maxPieceCharacters) {
    const count = Math.ceil(rest.length / maxPieceCharacters)
    const end = cutBefore(rest, Math.ceil(rest.length / count))
    pieces.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') pieces.push(rest)
  return pieces
}

/** The best position after `ideal / 2` and up to the maximum. */
function cutBefore(text: string, ideal: number): number {
  const sentence = Math.max(...['. ', '? ', '! ', '; '].map((mark) => text.lastIndexOf(mark, maxPieceCharacters - 2)))
  if (sentence >= ideal / 2) return sentence + 1
  const word = text.lastIndexOf(' ', maxPieceCharacters)
  return word >= ideal / 2 ? word : maxPieceCharacters
}
