// A text of a PDF page with its position.

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

/** Factor of the font size: a wider gap is a space. */
export const wordGap = 0.2
