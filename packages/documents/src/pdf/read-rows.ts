// Joins the positioned texts of a PDF page into rows.
import { alignCells, type Run } from './align-cells.ts'
import { cellGap, countLetters, isNear, makeRow, type PdfRow } from './make-row.ts'
import type { Piece } from './piece.ts'

/** A text item of pdf.js. The first two numbers of the transform are the direction, the last two the position. */
export interface PdfText {
  str: string
  dir: string
  transform: number[]
  width: number
  height: number
  vertical: boolean
}

/** A cell of a table has at most about so many lines. */
const lookback = 8
/** Factors of the font size. */
const sameLine = 0.4
const sameBase = 0.2

/** Keeps the order in which the texts were printed, except within rows of tables. Takes linear time, except for sorting. */
export function readRows(texts: readonly PdfText[]): PdfRow[] {
  const runs = readRuns(texts)
  alignCells(runs)
  const drafts: Run[] = []
  /** The row at which the current column begins, and the current row. */
  let [top, current] = [0, 0]
  for (let start = 0; start < runs.length; ) {
    let end = start + 1
    while (end < runs.length && !isAbove(runs[end]!, runs[end - 1]!)) end++
    const descending = runs.slice(start, end)
    if (!fits(drafts, top, descending)) top = drafts.length
    for (const run of descending) {
      const draft = drafts[current]
      let index = draft && isSameLine(run, draft) && current >= top ? current : indexOfRow(drafts, top, run)
      if (index === -1) index = drafts.length
      if (index < current) for (let at = index + 1; at <= current; at++) drafts[at]!.continues = true
      current = index
      const row = drafts[index]
      if (row) join(row, run, run.pieces)
      else drafts.push(run)
    }
    start = end
  }
  const { rightToLeft, leftToRight } = countLetters(runs.flatMap(({ pieces }) => pieces))
  const isRightToLeft = rightToLeft > leftToRight
  return drafts.map((draft) => makeRow(draft.pieces, draft, isRightToLeft)).filter(({ text }) => text !== '')
}

function readRuns(texts: readonly PdfText[]): Run[] {
  const runs: Run[] = []
  let previous: Piece | undefined
  let spaced = false
  for (const [order, text] of texts.entries()) {
    const piece = pieceOf(text, order, spaced)
    spaced = piece === null
    // Some programs print bold text twice.
    if (!piece || (previous && isSameText(piece, previous))) continue
    previous = piece
    const run = runs.at(-1)
    if (run && isSameLine(piece, run) && !isBeside(piece, run)) join(run, piece, [piece])
    else runs.push({ ...piece, pieces: [piece], continues: false })
  }
  return runs
}

type Extent = Pick<Run, 'base' | 'size' | 'left' | 'right'>

const isSameLine = (a: Extent, b: Extent): boolean => isNear(a.base, b.base, Math.max(a.size, b.size) * sameLine)

const isAbove = (a: Extent, b: Extent): boolean => a.base > b.base && !isSameLine(a, b)

const isBeside = (extent: Extent, { left, right }: Extent): boolean =>
  extent.left > right + extent.size * cellGap || extent.right < left - extent.size * cellGap

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

const isSameText = (a: Piece, b: Piece): boolean =>
  a.text === b.text && isNear(a.left, b.left, a.size * 0.3) && isNear(a.base, b.base, a.size * 0.3)

/** Whether all lines that are not below the last row continue one of the last rows. Other lines begin a column of text. */
function fits(drafts: readonly Run[], top: number, runs: readonly Run[]): boolean {
  const last = drafts.at(-1)
  return runs.every((run) => !last || isAbove(last, run) || indexOfRow(drafts, top, run) !== -1)
}

/** The row at the height of the run, with space for it, among the last ones of the current column, or -1. */
function indexOfRow(drafts: readonly Run[], top: number, run: Run): number {
  for (let index = drafts.length - 1; index >= Math.max(top, drafts.length - lookback); index--) {
    const draft = drafts[index]!
    if (isNear(run.base, draft.base, run.size * sameBase) && isBeside(run, draft)) return index
  }
  return -1
}

function join(run: Run, { size, left, right }: Extent, pieces: readonly Piece[]): void {
  for (const piece of pieces) run.pieces.push(piece)
  run.size = Math.max(run.size, size)
  run.left = Math.min(run.left, left)
  run.right = Math.max(run.right, right)
}
