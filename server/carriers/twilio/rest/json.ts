// Reads JSON values of the carrier that can be missing or have an undocumented type.
/** The largest `integer` of PostgreSQL. */
const maxNumber = 2 ** 31 - 1
/** The carrier ends calls after 24 hours. */
const maxDurationSeconds = 90_000

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Null for an empty string and for other types. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The carrier returns codes as integers or as strings of digits. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= maxNumber
    ? number
    : undefined
}

/** A count, which can be 0. Null for anything else. */
export function countOf(value: unknown): number | null {
  return value === 0 || value === '0' ? 0 : (numberOf(value) ?? null)
}

/** The duration of a call in seconds. Null for anything else. */
export function durationOf(value: unknown): number | null {
  const seconds = countOf(value)
  return seconds !== null && seconds <= maxDurationSeconds ? seconds : null
}
