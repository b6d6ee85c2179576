// Fills the values of a phrase.

/** A replacement function keeps `$` in values unchanged. */
export function fill(phrase: string, values: Record<string, string>): string {
  const filled = phrase.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  return filled.charAt(0).toUpperCase() + filled.slice(1).replace(/([.!?])\.$/, '$1')
}
