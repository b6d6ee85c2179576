// Finds the words of a query in a passage. The server also knows inflections and synonyms; this marks what looks alike.

/** Words that are in almost every passage. */
const common = new Set(
  `a an and are as at be by can do does for from has have how i in is it many much my of on or that the their they this to was what when where which who why will with you your
  aber als am an auf aus bei bin bis da das dass dem den der des die dir du ein eine einem einen einer er es für haben hat ich ihr im in ist kann man mein mich mit nach nicht oder sich sie sind und uns unser von vor wann war was wer wie wo zu zum zur`.split(
    /\s+/,
  ),
)

const plain = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

const sharedStart = 4
const maxEnding = 3

/** Words that begin alike and end differently, such as `cancel` and `cancelled`. */
function areAlike(a: string, b: string): boolean {
  if (a === b) return true
  let shared = 0
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++
  return shared >= sharedStart && a.length - shared <= maxEnding && b.length - shared <= maxEnding
}

export function wordsOf(query: string): string[] {
  const all = [...segmenter.segment(query)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => plain(segment))
  const rare = all.filter((word) => !common.has(word))
  return [...new Set(rare.length > 0 ? rare : all)]
}

export interface Piece {
  at: number
  text: string
  /** The word of the query that the piece is like. */
  word: string | undefined
}

/** Splits a text into pieces; neighbouring pieces without a match are one. */
export function piecesOf(text: string, words: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  for (const { segment, index, isWordLike } of segmenter.segment(text)) {
    const word = isWordLike ? words.find((each) => areAlike(each, plain(segment))) : undefined
    const last = pieces.at(-1)
    if (last && last.word === undefined && word === undefined) last.text += segment
    else pieces.push({ at: index, text: segment, word })
  }
  return pieces
}
