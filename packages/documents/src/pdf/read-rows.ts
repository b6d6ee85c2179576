// Joins the positioned texts of a PDF page into rows.
import { cellGap, makeRow, type PdfRow, type Piece } from './make-row.ts'

/** A text item of pdf.js. The first two numbers of the transform are the direction, the last two the position. */
export interface PdfText {
  str: string
  dir: string
  transform: number[]
  width: number
  height: number
  vertical: boolean
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
  return drafts.map((draft) => makeRow(draft.pieces, draft)).filter(({ text }) => text !== '')
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
