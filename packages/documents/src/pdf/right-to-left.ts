// Orders the texts of a line in Arabic or Hebrew as they are read.
// https://www.unicode.org/reports/tr9/
import { type Piece, wordGap } from './piece.ts'

/** Punctuation marks around a number or a word follow the direction of the line. */
const punctuated = /^([-.,:;!?]{0,3})([^-.,:;!?].*?)([-.,:;!?]{0,3})$/s
const brackets: Record<string, string> = Object.fromEntries(
  ['()', '[]', '{}', '<>', '«»'].flatMap(([left, right]) => [
    [left, right],
    [right, left],
  ]),
)
const arabicLetter = /(?=\p{L})\p{Script=Arabic}/u

/** The pieces are sorted from left to right. Words and numbers of the other direction keep their order. */
export function orderFromRight(pieces: readonly Piece[]): Piece[] {
  const isArabic = pieces.some(({ text }) => arabicLetter.test(text))
  const ordered: Piece[] = []
  let run: Piece[] = []
  const flush = (): void => {
    const first = run.findIndex(isWord)
    const last = run.findLastIndex(isWord)
    if (first === -1) ordered.push(...run.map(mirror))
    else {
      ordered.push(...run.slice(0, first).map(mirror))
      ordered.push(...orderFromLeft(run.slice(first, last + 1).reverse(), isArabic))
      ordered.push(...run.slice(last + 1).map(mirror))
    }
    run = []
  }
  for (const piece of pieces.toReversed()) {
    // Digits are written from left to right, Arabic ones, too.
    if (!piece.isRightToLeft || isNumber(piece)) {
      run.push(piece)
      continue
    }
    flush()
    ordered.push(mirrorWithin(piece))
  }
  flush()
  return ordered
}

const isWord = ({ text }: Piece): boolean => /[\p{L}\p{N}]/u.test(text)
const isNumber = ({ text }: Piece): boolean => /\p{N}/u.test(text) && !/[\p{L}\s]/u.test(text)

/** Of pieces from left to right. Numbers without words between them are read from right to left, like words. */
function orderFromLeft(pieces: readonly Piece[], isArabic: boolean): Piece[] {
  const words = pieces.map((piece) => ({ ...piece, text: piece.text.replace(punctuated, '$3$2$1') }))
  if (pieces.some(({ text }) => /\p{L}/u.test(text))) return words
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1]
    const isApart = before && (piece.spaced || before.spaced || piece.left - before.right > piece.size * wordGap)
    text += `${isApart && index > 0 ? ' ' : ''}${piece.text}`
  }
  const numbers = splitNumbers(text, isArabic)
  const isReversed = numbers.length > 1 && !telephonePrefix.test(numbers[0]!)
  const printed = pieces.reduce((earliest, piece) => (piece.order < earliest.order ? piece : earliest))
  const inOrder = (part: string): string => part.replace(punctuated, '$3$2$1')
  return [
    {
      ...printed,
      text: isReversed ? numbers.map(inOrder).reverse().join('') : inOrder(text),
      left: pieces[0]!.left,
      right: Math.max(...pieces.map(({ right }) => right)),
    },
  ]
}

/** A telephone number that begins on the left was written from left to right. */
const telephonePrefix = /^(?:\+\d|0\d{2,})/

/** Numbers, and what is between them. A hyphen joins numbers in Hebrew, and separates them in Arabic. */
function splitNumbers(text: string, isArabic: boolean): string[] {
  const separators = isArabic ? /([\s–—-]+)/ : /(\s+)/
  return text.trim().split(separators)
}

/** A bracket was printed as the one that faces the other way. */
const mirror = (piece: Piece): Piece => ({
  ...piece,
  text: piece.text.replace(/[()[\]{}<>«»]/g, (bracket) => brackets[bracket]!),
})

/** Brackets within foreign words face their own way. */
const mirrorWithin = (piece: Piece): Piece => (/[a-z]/i.test(piece.text) ? piece : mirror(piece))
