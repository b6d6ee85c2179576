// Joins the positioned texts of a PDF page into lines.
import { cleanText } from '../clean-text.ts'

/** A text item of pdf.js; the transform contains the position at 4 and 5. */
export interface PdfText {
  str: string
  transform: number[]
  width: number
  height: number
  hasEOL: boolean
}

export interface PdfLine {
  text: string
  /** The height of the font. */
  size: number
  /** The distance of the base line from the lower edge of the page. */
  y: number
}

export function readLines(texts: readonly PdfText[]): PdfLine[] {
  const lines: PdfLine[] = []
  let parts: string[] = []
  let [size, y, end] = [0, 0, 0]
  const finish = (): void => {
    const text = cleanText(parts.join('')).replace(/\s+/g, ' ').trim()
    if (text !== '') lines.push({ text, size, y })
    parts = []
    size = 0
  }
  for (const { str, transform, width, height, hasEOL } of texts) {
    const [left, base] = [Number(transform[4]), Number(transform[5])]
    if (str.trim() !== '') {
      if (parts.length > 0 && Math.abs(base - y) > Math.max(size, height) * 0.6) finish()
      // A wide gap, such as between the columns of a table.
      if (parts.length > 0 && left - end > Math.max(1, height) * 0.2) parts.push(' ')
      if (parts.length === 0) y = base
      size = Math.max(size, height)
      end = left + width
    }
    parts.push(str)
    if (hasEOL) finish()
  }
  finish()
  return lines
}
