// Between our names and those of the control's JSON: `delayMs` and `delay_ms`.

/** What is keyed by people's own words is left as it is. */
const untouched = new Set(['form', 'fields', 'variables', 'types', 'webhook', 'profile', 'configuration'])

export function toWire(value: unknown): unknown {
  return rename(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

export function fromWire(value: unknown): unknown {
  return rename(value, (key) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

function rename(value: unknown, change: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => rename(one, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).map(([key, one]) => [
    change(key),
    untouched.has(key) ? one : rename(one, change),
  ])
  return Object.fromEntries(entries)
}
