// Makes a row of cells from the texts at the same height of a PDF page, in reading order.
import { cleanText } from '../clean-text.ts'
import { type Piece, wordGap } from './piece.ts'
import { orderFromRight } from './right-to-left.ts'

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

/** Factors of the font size. */
export const cellGap = 0.5
const visibleGap = 1
const maxMarkerGap = 3
const sameGap = 0.02

export const isNear = (a: number, b: number, distance: number): boolean => Math.abs(a - b) <= distance

/** The mark or number of a list item or a heading, which belongs to the text behind it. */
const marker = /^(?:[^\p{L}\p{N}]{1,2}|\(?[\p{L}\d]{1,3}[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?)$/u
/** Small capitals, old-style digits and small accented capitals of Adobe's fonts, at the places of Latin-1 from U+F700 on. */
const smallCapitals = /[\uf730-\uf739\uf761-\uf77a\uf7e0-\uf7fe]/g
const leader = /(?: ?[.·…]){5,}/g

/** The pieces are in any order. The text of a row of white space is empty. */
export function makeRow(
  pieces: readonly Piece[],
  { base, size, continues }: { base: number; size: number; continues: boolean },
  isOnRightToLeftPage: boolean,
): PdfRow {
  const isRightToLeft = isMostlyRightToLeft(pieces, isOnRightToLeftPage)
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
function isMostlyRightToLeft(pieces: readonly Piece[], isOnRightToLeftPage: boolean): boolean {
  const { rightToLeft, leftToRight } = countLetters(pieces)
  return rightToLeft * 2 > leftToRight || (isOnRightToLeftPage && rightToLeft > 0)
}

/** The letters of pieces by their direction. */
export function countLetters(pieces: Iterable<Pick<Piece, 'text' | 'isRightToLeft'>>) {
  const counts = { rightToLeft: 0, leftToRight: 0 }
  for (const { text, isRightToLeft } of pieces)
    counts[isRightToLeft ? 'rightToLeft' : 'leftToRight'] += text.match(/\p{L}/gu)?.length ?? 0
  return counts
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
  for (const piece of isRightToLeft ? orderFromRight(pieces) : pieces) {
    const gap = previous ? Math.max(piece.left - previous.right, previous.left - piece.right) : 0
    const later = previous && previous.order > piece.order ? previous : piece
    if (previous && (later.spaced || gap > piece.size * wordGap)) text += ' '
    text += piece.text
    previous = piece
  }
  // A soft hyphen that is printed at the end of a line is a hyphen.
  const visible = text
    .replace(/\u00ad\s{0,3}$/, '-')
    .replace(/\s+/g, ' ')
    .replace(smallCapitals, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xf700))
  return cleanText(visible).replace(leader, ' … ').replace(/ {2,}/g, ' ').trim()
}
