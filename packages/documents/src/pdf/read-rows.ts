// Joins the positioned texts of a PDF page into rows of cells.
import { cleanText } from '../clean-text.ts'

/** A text item of pdf.js. The first two numbers of the transform are the direction, the last two the position. */
export interface PdfText {
  str: string
  dir: string
  transform: number[]
  width: number
  height: number
  vertical: boolean
}

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
  /** Whether the row was complete only after rows below it, such as the lines of a table's cell. */
  continues: boolean
}

/** Headings are in a larger font than the text, by this factor. */
export const headingFactor = 1.15

interface Piece {
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

interface Draft {
  pieces: Piece[]
  base: number
  size: number
  left: number
  right: number
  continues: boolean
}

/** A cell of a table has at most about so many lines. */
const lookback = 8
/** Factors of the font size. */
const sameLine = 0.4
const sameBase = 0.2
const wordGap = 0.2
const cellGap = 0.5
const visibleGap = 1

/** The mark or number of a list item or a heading, which belongs to the text behind it. */
const marker = /^(?:[^\p{L}\p{N}]{1,2}|\(?[\p{L}\d]{1,3}[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?)$/u
/** Punctuation marks around a number or a word follow the direction of the line. */
const punctuated = /^([-.,:;!?]{0,3})([^-.,:;!?].*?)([-.,:;!?]{0,3})$/s
const leader = /(?: ?[.·…]){5,}/g

/** Takes linear time, except for sorting. */
export function readRows(texts: readonly PdfText[]): PdfRow[] {
  const drafts: Draft[] = []
  let current = 0
  let previous: Piece | undefined
  let spaced = false
  for (const [order, text] of texts.entries()) {
    const piece = pieceOf(text, order, spaced)
    spaced = piece === null
    // Some programs print bold text twice.
    if (!piece || (previous && isSameText(piece, previous))) continue
    previous = piece
    const index = indexOfRow(drafts, current, piece)
    if (index < current) for (let at = index + 1; at <= current; at++) drafts[at]!.continues = true
    current = index
    drafts[index] = addTo(drafts[index], piece)
  }
  return drafts.map(toRow).filter(({ text }) => text !== '')
}

/** Null for white space. Positions are relative to the direction of the text. */
function pieceOf(item: PdfText, order: number, spaced: boolean): Piece | null {
  const { str, dir, transform, width, height, vertical } = item
  if (str.trim() === '') return null
  const [a, b, x, y] = [transform[0]!, transform[1]!, transform[4]!, transform[5]!]
  const length = Math.hypot(a, b)
  const [dx, dy] = vertical ? [0, -1] : length > 0 ? [a / length, b / length] : [1, 0]
  const left = x * dx + y * dy
  const [extent, size] = vertical ? [height, width] : [width, height]
  return {
    order,
    text: str,
    left,
    right: left + extent,
    base: y * dx - x * dy,
    size: Math.max(1, size),
    isRightToLeft: dir === 'rtl',
    spaced,
  }
}

const isNear = (one: number, other: number, distance: number): boolean => Math.abs(one - other) <= distance

const isSameText = (one: Piece, other: Piece): boolean =>
  one.text === other.text &&
  isNear(one.left, other.left, one.size * 0.3) &&
  isNear(one.base, other.base, one.size * 0.3)

/** The row at the height of the piece: the current one, one of the last rows, or a new one. */
function indexOfRow(drafts: readonly Draft[], current: number, piece: Piece): number {
  const draft = drafts[current]
  if (!draft || isNear(piece.base, draft.base, Math.max(piece.size, draft.size) * sameLine)) return current
  for (let index = drafts.length - 1; index >= Math.max(0, drafts.length - lookback); index--) {
    const { base, left, right } = drafts[index]!
    const gap = piece.size * cellGap
    if (isNear(piece.base, base, piece.size * sameBase) && (piece.left > right + gap || piece.right < left - gap))
      return index
  }
  return drafts.length
}

function addTo(draft: Draft | undefined, piece: Piece): Draft {
  const { base, size, left, right } = piece
  if (!draft) return { pieces: [piece], base, size, left, right, continues: false }
  draft.pieces.push(piece)
  draft.size = Math.max(draft.size, size)
  draft.left = Math.min(draft.left, left)
  draft.right = Math.max(draft.right, right)
  return draft
}

function toRow({ pieces, base, size, continues }: Draft): PdfRow {
  const isRightToLeft = isMostlyRightToLeft(pieces)
  const cells: PdfCell[] = []
  const gaps: number[] = []
  for (const group of groupsOf(pieces, size)) {
    const text = cellText(group, isRightToLeft)
    const [left, right] = [group[0]!.left, group.reduce((most, piece) => Math.max(most, piece.right), 0)]
    const last = cells.at(-1)
    if (last && cells.length === 1 && !isRightToLeft && marker.test(last.text)) {
      cells[0] = { text: `${last.text} ${text}`, left: last.left, right }
    } else if (text !== '') {
      if (last) gaps.push(left - last.right)
      cells.push({ text, left, right })
    }
  }
  const ordered = isRightToLeft ? cells.toReversed() : cells
  const orderedGaps = isRightToLeft ? gaps.toReversed() : gaps
  const separator = (index: number): string =>
    index === 0 ? '' : orderedGaps[index - 1]! <= size * visibleGap || /^\d{1,3}$/.test(cells[0]!.text) ? ' ' : ' | '
  const text = ordered.map((cell, index) => `${separator(index)}${cell.text}`).join('')
  return { text, cells, size, y: base, isRightToLeft, continues }
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
  for (const piece of pieces.toSorted((one, other) => one.left - other.left)) {
    const group = groups.at(-1)
    if (group && piece.left - end <= size * cellGap) group.push(piece)
    else groups.push([piece])
    end = group ? Math.max(end, piece.right) : piece.right
  }
  return groups
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
  const visible = text.replace(/\u00ad\s{0,3}$/, '-').replace(/\s+/g, ' ')
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
