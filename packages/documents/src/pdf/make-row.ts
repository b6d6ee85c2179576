// Makes a row of cells from the texts at the same height of a PDF page, in reading order.
import { cleanText } from '../clean-text.ts'

/** Texts without wide gaps between them. */
export interface PdfCell {
  text: string
  left: number
  right: number
}

export interface PdfLine {
  text: string
  /** The height of the font. */
  size: number
  /** The distance of the base line from the lower edge of the page. */
  y: number
}

/** Its text contains the cells in reading order, with bars in wide gaps. */
export interface PdfRow extends PdfLine {
  /** From left to right. */
  cells: PdfCell[]
  isRightToLeft: boolean
  /** Whether the cells can be the words of a justified line. */
  isJustified: boolean
  /** Whether the row contains further lines of a table's cells, or was complete only after rows below it. */
  continues: boolean
}

/** Headings are in a larger font than the text, by this factor. */
export const headingFactor = 1.15

/** A text with its position, relative to its direction. */
export interface Piece {
  /** Its position in the file. */
  order: number
  text: string
  left: number
  right: number
  base: number
  size: number
  isRightToLeft: boolean
  /** Whether white space precedes it. */
  spaced: boolean
}

/** Factors of the font size. */
const wordGap = 0.2
export const cellGap = 0.5
const visibleGap = 1
const maxMarkerGap = 3
const sameGap = 0.02

export const isNear = (a: number, b: number, distance: number): boolean => Math.abs(a - b) <= distance

/** The mark or number of a list item or a heading, which belongs to the text behind it. */
const marker = /^(?:[^\p{L}\p{N}]{1,2}|\(?[\p{L}\d]{1,3}[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?)$/u
/** Punctuation marks around a number or a word follow the direction of the line. */
const punctuated = /^([-.,:;!?]{0,3})([^-.,:;!?].*?)([-.,:;!?]{0,3})$/s
/** Small capitals, old-style digits and small accented capitals of Adobe's fonts, at the places of Latin-1 from U+F700 on. */
const smallCapitals = /[\uf730-\uf739\uf761-\uf77a\uf7e0-\uf7fe]/g
const leader = /(?: ?[.·…]){5,}/g

/** The pieces are in any order. The text of a row of white space is empty. */
export function makeRow(
  pieces: readonly Piece[],
  { base, size, continues }: { base: number; size: number; continues: boolean },
): PdfRow {
  const isRightToLeft = isMostlyRightToLeft(pieces)
  const cells: PdfCell[] = []
  const gaps: number[] = []
  const groups = groupsOf(pieces, size)
  for (const group of groups) {
    const text = cellText(group, isRightToLeft)
    const [left, right] = [
      group[0]!.left,
      group.reduce((most, piece) => Math.max(most, piece.right), Number.NEGATIVE_INFINITY),
    ]
    const last = cells.at(-1)
    const isItem = groups.length === 2 && !isRightToLeft && last && left - last.right <= size * maxMarkerGap
    if (isItem && marker.test(last.text)) {
      cells[0] = { text: `${last.text} ${text}`, left: last.left, right }
    } else if (text !== '') {
      if (last) gaps.push(left - last.right)
      cells.push({ text, left, right })
    }
  }
  const ordered = isRightToLeft ? cells.toReversed() : cells
  const orderedGaps = isRightToLeft ? gaps.toReversed() : gaps
  const isJustified = canBeJustified(cells, gaps, size)
  const hasBars = !isJustified && !/^\d{1,3}$/.test(cells[0]?.text ?? '')
  const separator = (index: number): string =>
    index === 0 ? '' : hasBars && orderedGaps[index - 1]! > size * visibleGap ? ' | ' : ' '
  const text = ordered.map((cell, index) => `${separator(index)}${cell.text}`).join('')
  return { text, cells, size, y: base, isRightToLeft, isJustified, continues }
}

/** A line of a paragraph in Arabic or Hebrew can contain more foreign words. */
function isMostlyRightToLeft(pieces: readonly Piece[]): boolean {
  let [rightToLeft, leftToRight] = [0, 0]
  for (const piece of pieces) {
    const letters = piece.text.match(/\p{L}/gu)?.length ?? 0
    if (piece.isRightToLeft) rightToLeft += letters
    else leftToRight += letters
  }
  return rightToLeft * 2 > leftToRight
}

/** Groups of pieces from left to right, with wide gaps between them. */
function groupsOf(pieces: readonly Piece[], size: number): Piece[][] {
  const groups: Piece[][] = []
  let end = 0
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const group = groups.at(-1)
    if (group && piece.left - end <= size * cellGap) group.push(piece)
    else groups.push([piece])
    end = group ? Math.max(end, piece.right) : piece.right
  }
  return groups
}

/** Whether the cells can be the words of a justified line, between which all gaps are equal. */
function canBeJustified(cells: readonly PdfCell[], gaps: readonly number[], size: number): boolean {
  const areEqual = gaps.every((gap) => isNear(gap, gaps[0]!, size * sameGap))
  return gaps.length >= 3 && areEqual && cells.every(({ text }) => /\p{L}/u.test(text))
}

function cellText(pieces: Piece[], isRightToLeft: boolean): string {
  let text = ''
  let previous: Piece | undefined
  for (const piece of isRightToLeft ? rightToLeft(pieces) : pieces) {
    const gap = previous ? Math.max(piece.left - previous.right, previous.left - piece.right) : 0
    const later = previous && previous.order > piece.order ? previous : piece
    if (previous && (later.spaced || gap > piece.size * wordGap)) text += ' '
    text += isRightToLeft && !piece.isRightToLeft ? piece.text.replace(punctuated, '$3$2$1') : piece.text
    previous = piece
  }
  // A soft hyphen that is printed at the end of a line is a hyphen.
  const visible = text
    .replace(/\u00ad\s{0,3}$/, '-')
    .replace(/\s+/g, ' ')
    .replace(smallCapitals, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xf700))
  return cleanText(visible).replace(leader, ' … ').replace(/ {2,}/g, ' ').trim()
}

/** Pieces from right to left, except that words and numbers of the other direction keep their order. */
function rightToLeft(pieces: readonly Piece[]): Piece[] {
  const ordered: Piece[] = []
  let run: Piece[] = []
  const flush = (): void => {
    const first = run.findIndex(isWord)
    const last = run.findLastIndex(isWord)
    if (first === -1) ordered.push(...run)
    else ordered.push(...run.slice(0, first), ...run.slice(first, last + 1).reverse(), ...run.slice(last + 1))
    run = []
  }
  for (const piece of pieces.toReversed()) {
    if (!piece.isRightToLeft) {
      run.push(piece)
      continue
    }
    flush()
    ordered.push(piece)
  }
  flush()
  return ordered
}

const isWord = ({ text }: Piece): boolean => /[\p{L}\p{N}]/u.test(text)
