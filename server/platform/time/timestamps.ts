// Converts timestamps between PostgreSQL's text and the formats of the API.
/** A `timestamptz` as PostgreSQL writes it in UTC: `2026-01-31 09:30:00.123456+00`. */
export type Timestamp = string

/** `2026-01-31T09:30:00.123456Z` */
export function toIsoMicros(timestamp: Timestamp): string {
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction(timestamp, 6)}Z`
}

export const dateToIsoMicros = (date: Date): string => `${date.toISOString().slice(0, 23)}000Z`

/** `2026-01-31T09:30:00.123Z` */
export function toIsoMillis(timestamp: Timestamp): string {
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${fraction(timestamp, 3)}Z`
}

export function toDate(timestamp: Timestamp): Date {
  return new Date(toIsoMillis(timestamp))
}

/** `2026-01-31 09:30:00` in the given IANA time zone. */
export function toLocalTime(timestamp: Timestamp, timeZone: string): string {
  return timeZone === 'UTC'
    ? timestamp.slice(0, 19)
    : formatterFor(timeZone).format(toDate(timestamp)).replace(', ', ' ')
}

function fraction(timestamp: Timestamp, digits: number): string {
  const end = timestamp.indexOf('+', 19)
  return timestamp
    .slice(20, end === -1 ? undefined : end)
    .padEnd(digits, '0')
    .slice(0, digits)
}

/** Making a formatter takes longer than all else that is done with a time. */
const formatters = new Map<string, Intl.DateTimeFormat>()
/** There are about 600 names, but they can be written in upper and lower case. */
const maxFormatters = 1_000

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  // `sv-SE` writes dates as YYYY-MM-DD HH:MM:SS.
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  if (formatters.size >= maxFormatters) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatterFor(name)
    return true
  } catch {
    return false
  }
}
