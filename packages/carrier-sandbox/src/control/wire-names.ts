// Converts property names to and from the JSON of the control API: `delayMs` and `delay_ms`.
/** Objects with user-defined keys, which stay unchanged. */
const userKeyed = new Set(['form', 'fields', 'variables', 'types', 'webhook', 'profile', 'configuration'])

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
    userKeyed.has(key) ? one : rename(one, change),
  ])
  return Object.fromEntries(entries)
}
