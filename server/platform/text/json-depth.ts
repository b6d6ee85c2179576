// Limits the nesting of external JSON, because recursion would overflow the stack.
/** The maximum nesting of arrays and objects, as for request bodies. */
export const maxJsonDepth = 32

/** Recurses at most `levels` deep itself. */
export function isNestedDeeper(value: unknown, levels = maxJsonDepth): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  return Object.values(value).some((item) => isNestedDeeper(item, levels - 1))
}
