// Compares values of JSON; the order of the fields of an object does not matter.
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [first, second] = [Object.entries(one), other as Record<string, unknown>]
  return (
    first.length === Object.keys(second).length &&
    first.every(([name, value]) => name in second && isSame(value, second[name]))
  )
}
