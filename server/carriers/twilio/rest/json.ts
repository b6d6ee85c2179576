// Reads JSON values of the carrier that can be missing or have an undocumented type.
import type { Form } from '#server/platform/http/bodies/form-body.ts'

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

/** Null for an empty string and for other types. Removes NUL characters, which PostgreSQL cannot store. */
export function textOf(value: unknown): string | null {
  return (typeof value === 'string' && value.replaceAll('\0', '').toWellFormed()) || null
}

/** Null for anything but an identifier of the carrier, which has 34 characters. */
export function sidOf(value: unknown): string | null {
  const sid = textOf(value)
  return sid !== null && sid.length <= 64 ? sid : null
}

/** Undefined for anything but the time of something that the carrier has done. */
export function timeOf(value: unknown): Date | undefined {
  const time = new Date(textOf(value) ?? Number.NaN)
  const year = time.getUTCFullYear()
  return year >= 2000 && year < 3000 ? time : undefined
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

const maxAddressLength = 255
const maxLength = 4_096

/** Null for a missing or empty field. */
export function oneOf(form: Form, name: string): string | null {
  return textIn(form, name)?.slice(0, maxLength).toWellFormed() || null
}

/** Addresses are in indexes, whose entries have a limited size. Null for a missing or empty field, or one that is too long. */
export function addressIn(form: Form, name: string): string | null {
  const address = oneOf(form, name)
  return address !== null && address.length <= maxAddressLength ? address : null
}

/** Uses the first value of a repeated field. Removes NUL characters, which PostgreSQL cannot store. */
export function textIn(form: Form, name: string): string | undefined {
  const value = Object.hasOwn(form, name) ? form[name] : undefined
  const first = typeof value === 'string' ? value : value?.[0]
  return first?.replaceAll('\0', '').toWellFormed()
}
