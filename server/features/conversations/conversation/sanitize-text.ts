// Text and data from outside in a form that PostgreSQL stores: no NUL, no half of a surrogate pair.
import { maxJsonDepth } from '#server/platform/text/json-depth.ts'

/** Beyond what tools and models may answer, because answers are stored inside of other values. */
const maxDepth = maxJsonDepth + 8

export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Applies `storableText` to all of a JSON value. What JSON cannot express is left out; what is nested too deeply is null. */
export function sanitizeJson<T>(value: T): T {
  const json = JSON.stringify(storablePart(value, maxDepth))
  return json === undefined ? (null as T) : JSON.parse(json)
}

function storablePart(part: unknown, levels: number): unknown {
  if (typeof part === 'string') return sanitizeText(part)
  if (part === null || typeof part !== 'object') return part
  if (levels === 0) return null
  if (Array.isArray(part)) return part.map((item) => storablePart(item, levels - 1))
  return Object.fromEntries(
    Object.entries(part).map(([name, field]) => [sanitizeText(name), storablePart(field, levels - 1)]),
  )
}
