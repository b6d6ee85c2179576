// Reads JSON values of the carrier that can be missing or have an undocumented type.
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
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** A count or a number of seconds, which can be 0. Null for anything else. */
export function countOf(value: unknown): number | null {
  return value === 0 || value === '0' ? 0 : (numberOf(value) ?? null)
}
