// Aligns the lines of table cells that are vertically centered beside each other.
import { cellGap, isNear } from './make-row.ts'
import type { Piece } from './piece.ts'

/** Pieces at the same height that were printed one after the other, without wide gaps between them. */
export interface Run {
  pieces: Piece[]
  base: number
  size: number
  left: number
  right: number
  /** Whether it is a further line of a cell that is beside another one. */
  continues: boolean
}

/** Lines below each other that were printed one after the other. */
interface Cell {
  lines: Run[]
  left: number
  right: number
}

/** Lines of columns of text have more characters on average. Tables have a column with fewer. */
export const minLineCharacters = 24
const maxCells = 100
/** Cells with fewer lines of text are no columns of text. */
const minTextLines = 3
/** Factors of the font size. */
export const lineDistance = 1.6
const sameHeight = 0.25
const ascent = 0.9
/** Distances between lines of a cell differ at most by this factor. */
const distanceFactor = 1.2

/**
 * Moves the lines of cells beside each other to the base lines of the cell with most lines, as if all cells were aligned
 * at the top. Cells are printed one after the other. Takes linear time.
 */
export function alignCells(runs: readonly Run[]): void {
  let row: Cell[] = []
  for (const cell of cellsOf(runs)) {
    const start = startOfRow(row, cell)
    if (start === -1) {
      alignLines(row)
      row = []
    } else if (start > 0) row = [cellOf(row[0]!.lines.slice(start))]
    row.push(cell)
  }
  alignLines(row)
}

function cellsOf(runs: readonly Run[]): Cell[] {
  const cells: Run[][] = []
  for (const run of runs) {
    const cell = cells.at(-1)
    const last = cell?.at(-1)
    if (!cell || !last || !isBelow(last, run)) {
      cells.push([run])
      continue
    }
    const distance = last.base - run.base
    const above = cell.length > 1 ? cell.at(-2)!.base - last.base : distance
    if (distance > above * distanceFactor) cells.push([run])
    else if (above > distance * distanceFactor) cells.push([cell.pop()!, run])
    else cell.push(run)
  }
  return cells.map(cellOf)
}

function isBelow(above: Run, run: Run): boolean {
  const distance = above.base - run.base
  const isNext = distance > 0 && distance <= Math.max(above.size, run.size) * lineDistance
  return isNext && run.left < above.right && run.right > above.left
}

const cellOf = (lines: Run[]): Cell => ({
  lines,
  left: lines.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
  right: lines.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY),
})

/** The first line of the row's first cell that is in the same row as the next cell, or -1. */
function startOfRow(row: readonly Cell[], next: Cell): number {
  const first = row[0]
  const gap = next.lines[0]!.size * cellGap
  if (!first || row.length === maxCells || (isText(first) && isText(next))) return -1
  if (!row.every(({ left, right }) => next.left > right + gap || next.right < left - gap)) return -1
  const top = next.lines[0]!
  const isAligned = (a: number, b: number): boolean => isNear(a, b, top.size * sameHeight)
  return first.lines.findIndex(
    (line, index) =>
      (index === 0 || row.length === 1) &&
      (isAligned(centerOf(first.lines, index), centerOf(next.lines, 0)) ||
        isAligned(line.base, top.base) ||
        isAligned(line.base + line.size * ascent, top.base + top.size * ascent)),
  )
}

function isText({ lines }: Cell): boolean {
  const characters = lines.flatMap(({ pieces }) => pieces).reduce((sum, { text }) => sum + text.length, 0)
  return lines.length >= minTextLines && characters >= lines.length * minLineCharacters
}

/** The height of the center of the lines from an index on. */
function centerOf(lines: readonly Run[], start: number): number {
  const [first, last] = [lines[start]!, lines.at(-1)!]
  return (first.base + last.base) / 2 + (first.size + last.size) / 8
}

function alignLines(row: readonly Cell[]): void {
  const most = row.reduce((found, { lines }) => (lines.length > found.length ? lines : found), [] as Run[])
  if (row.length < 2) return
  for (const { lines } of row)
    for (const [index, line] of lines.entries()) {
      line.base = most[index]!.base
      line.continues = index > 0
    }
}
