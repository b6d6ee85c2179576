// Bounds how deeply JSON from outside may be nested: recursion over it overflows the stack otherwise.

/** Of arrays and objects within each other; the same as for request bodies. */
export const maxJsonDepth = 32

/** Looks no deeper than `levels` itself. */
export function isNestedDeeper(value: unknown, levels = maxJsonDepth): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  return Object.values(value).some((item) => isNestedDeeper(item, levels - 1))
}
