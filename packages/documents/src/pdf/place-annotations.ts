// Places the values of form fields and the text of free-text annotations among the texts of a PDF page.
import type { PdfText } from './read-rows.ts'

/** The properties of an annotation of pdf.js that are read. */
export interface PdfAnnotation {
  subtype?: string
  /** Left, bottom, right and top. */
  rect?: number[]
  annotationFlags?: number
  fieldType?: string
  fieldValue?: unknown
  password?: boolean
  options?: { exportValue: unknown; displayValue: unknown }[]
  /** The value of the field if this button is selected: a check box has the former, a radio button the latter. */
  exportValue?: unknown
  buttonValue?: unknown
  contentsObj?: { str: string }
  textContent?: string[]
}

interface Place {
  /** The index of the text before which the annotation is read. */
  index: number
  /** The base line of a text in the same row. */
  base: number | null
  size: number
}

/** Bounds the time, since each annotation is compared with all texts of its page. */
const maxAnnotations = 1_000
const maxCharacters = 100_000
/** The flags Hidden and NoView. */
const invisible = 2 | 32
const checkMark = '☒'
const defaultSize = 10
/** Characters have about half the width of their height. */
const characterWidth = 0.5
/** Factors of the font size. */
const lineHeight = 1.2
const tolerance = 0.3

/**
 * The label of a field is to the left of it, or to the right of a button, or above it. A value has the size of its label,
 * so that it does not look like a heading. Texts of other directions are no labels.
 */
export function placeAnnotations(texts: readonly PdfText[], annotations: readonly PdfAnnotation[]): PdfText[] {
  const placed = new Map<number, PdfText[]>()
  for (const annotation of annotations.slice(0, maxAnnotations)) {
    const lines = linesOf(annotation)
    if (lines.length === 0 || annotation.rect?.length !== 4) continue
    const place = findPlace(texts, annotation.rect)
    const before = placed.get(place.index) ?? []
    for (const text of textsOf(lines, annotation.rect, place)) before.push(text)
    placed.set(place.index, before)
  }
  const all = texts.flatMap((text, index) => [...(placed.get(index) ?? []), text])
  return [...all, ...(placed.get(texts.length) ?? [])]
}

function linesOf(annotation: PdfAnnotation): string[] {
  const isVisible = ((annotation.annotationFlags ?? 0) & invisible) === 0 && annotation.password !== true
  const text = isVisible ? textOf(annotation).slice(0, maxCharacters) : ''
  return text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
}

function textOf({ subtype, contentsObj, textContent, ...field }: PdfAnnotation): string {
  if (subtype === 'FreeText') return contentsObj?.str || (textContent?.join('\n') ?? '')
  const { fieldType, fieldValue, options, exportValue, buttonValue } = field
  if (subtype !== 'Widget' || fieldValue === null || fieldValue === undefined) return ''
  if (fieldType === 'Btn') return fieldValue === (buttonValue ?? exportValue) && fieldValue !== 'Off' ? checkMark : ''
  const values: unknown[] = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  const shown = values.map((value) => options?.find((option) => option.exportValue === value)?.displayValue ?? value)
  return shown.filter((value) => typeof value === 'string').join('\n')
}

function findPlace(texts: readonly PdfText[], [left, bottom, right, top]: number[]): Place {
  let [before, behind, above] = [-1, -1, -1]
  for (const [index, { str, transform, width, height }] of texts.entries()) {
    if (str.trim() === '' || transform[1] !== 0) continue
    const [x, y, reach] = [transform[4]!, transform[5]!, height * tolerance]
    if (y >= bottom! - reach && y <= top! - reach) {
      if (x + width <= left! + reach && (before === -1 || x + width > endOf(texts[before]!))) before = index
      else if (x >= right! - reach && (behind === -1 || x < texts[behind]!.transform[4]!)) behind = index
    } else if (y > top! - reach && x < right! && x + width > left!)
      if (above === -1 || y < texts[above]!.transform[5]!) above = index
  }
  const label = [before, behind, above].find((index) => index !== -1)
  if (label === undefined) return { index: texts.length, base: null, size: defaultSize }
  const { transform, height } = texts[label]!
  const index = label === before || label === above ? label + 1 : label
  return { index, base: label === above ? null : transform[5]!, size: height || defaultSize }
}

const endOf = ({ transform, width }: PdfText): number => transform[4]! + width

function textsOf(lines: readonly string[], [left, , right, top]: number[], { base, size }: Place): PdfText[] {
  return lines.map((str, index) => ({
    str,
    dir: /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(str) ? 'rtl' : 'ltr',
    transform: [size, 0, 0, size, left!, (base ?? top! - size) - index * size * lineHeight],
    width: Math.min(right! - left!, str.length * size * characterWidth),
    height: size,
    vertical: false,
  }))
}
