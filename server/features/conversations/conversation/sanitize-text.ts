// Removes what PostgreSQL cannot store from text and JSON: NUL characters and unpaired surrogates.
import { parseJson } from '@parley/rules'
import { maxJsonDepth } from '#server/platform/text/json-depth.ts'

/** More than responses of tools and models may have, because they are stored inside other values. */
const maxDepth = maxJsonDepth + 8

export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Omits values that JSON cannot express, and replaces values that are nested too deeply with null. */
export function sanitizeJson<T>(value: T): T {
  const json = JSON.stringify(sanitizePart(value, maxDepth))
  return json === undefined ? (null as T) : (parseJson(json) as T)
}

function sanitizePart(part: unknown, levels: number): unknown {
  if (typeof part === 'string') return sanitizeText(part)
  if (part === null || typeof part !== 'object') return part
  if (levels === 0) return null
  if (Array.isArray(part)) return part.map((item) => sanitizePart(item, levels - 1))
  return Object.fromEntries(
    Object.entries(part).map(([name, field]) => [sanitizeText(name), sanitizePart(field, levels - 1)]),
  )
}
