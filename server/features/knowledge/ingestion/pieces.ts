// Divides a passage into pieces of whole sentences, for embedding models that read only short texts.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** The marks of Markdown for tables, lists, quotations and emphasis mean nothing to a model. */
const marks = /[|*#`>_]+|-{3,}/g

/** A sentence that is longer than `maxCharacters` is a piece of its own. Pieces are not blank. */
export function piecesOf(text: string, maxCharacters: number): string[] {
  const pieces: string[] = []
  let piece = ''
  const sentences = text.split('\n').flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment))
  for (const next of sentences) {
    const sentence = next.replace(marks, ' ').replace(/\s+/g, ' ').trim()
    if (sentence === '') continue
    if (piece !== '' && piece.length + sentence.length >= maxCharacters) {
      pieces.push(piece)
      piece = sentence
    } else piece = piece === '' ? sentence : `${piece} ${sentence}`
  }
  return piece === '' ? pieces : [...pieces, piece]
}
