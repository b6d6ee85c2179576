// Limits the nesting of external JSON, because recursion would overflow the stack.
import { tryParseJson } from '@parley/rules'

/** The maximum nesting of arrays and objects, as for request bodies. */
export const maxJsonDepth = 32

/** Recurses at most `levels` deep itself. */
export function isNestedDeeper(value: unknown, levels = maxJsonDepth): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  return Object.values(value).some((item) => isNestedDeeper(item, levels - 1))
}

/** Undefined if the text is not JSON or is nested too deeply. */
export function parseBoundedJson(text: string): unknown {
  const value = tryParseJson(text)
  return isNestedDeeper(value) ? undefined : value
}
