// The part of a request that is kept as an example.
const maxCharacters = 32_000
const maxTextCharacters = 500
const maxItems = 5
const maxFields = 100
const maxDepth = 6

/** Cuts long texts and lists. Fields that do not fit are left out. */
export function sampleOf(data: unknown): Record<string, unknown> {
  const cut = shortened(data, 0)
  const fields = typeof cut === 'object' && cut !== null && !Array.isArray(cut) ? cut : { body: cut }
  let free = maxCharacters
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      free -= name.length + (JSON.stringify(value) ?? '').length + 4
      return free >= 0
    }),
  )
}

function shortened(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > maxTextCharacters ? `${value.slice(0, maxTextCharacters)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return undefined
  if (Array.isArray(value)) return value.slice(0, maxItems).map((item) => shortened(item, depth + 1))
  const entries = Object.entries(value).slice(0, maxFields)
  return Object.fromEntries(
    entries.map(([name, inner]) => [name.slice(0, maxTextCharacters), shortened(inner, depth + 1)]),
  )
}
