// Reads a timestamp of PostgreSQL as text in UTC, whatever the time zone of the session.

/** A timestamp of the years 1 to 9999. */
const iso = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::\d\d){0,2})$/

/** Keeps the microseconds, which `Date` would lose. A text without a date, such as `infinity`, is returned as it is. */
export function timestampInUtc(text: string): string {
  if (text.endsWith('+00')) return text
  const [, date, time, fraction = '', offset] = iso.exec(text) ?? []
  if (offset === undefined) return text
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number)
  const offsetMs = ((hours * 60 + minutes) * 60 + seconds) * (offset.startsWith('-') ? -1_000 : 1_000)
  const utc = new Date(Date.parse(`${date}T${time}Z`) - offsetMs).toISOString()
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}${fraction}+00`
}
