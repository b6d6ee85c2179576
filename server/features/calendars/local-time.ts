// Converts between instants and local times in an IANA time zone.

/** The start of the local day, also on days on which the clocks change. `day` is `YYYY-MM-DD`. */
export function startOfDay(day: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`)
  const guess = asUtc - offsetMs(asUtc, timeZone)
  return asUtc - offsetMs(guess, timeZone)
}

/** `2026-11-24T09:00:00+01:00` */
export function toLocalIso(ms: number, timeZone: string): string {
  const offset = offsetMs(ms, timeZone)
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(ms + offset).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** `Tuesday, 2026-11-24` */
export function toLocalDay(ms: number, timeZone: string): string {
  const local = new Date(ms + offsetMs(ms, timeZone))
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(local)
  return `${weekday}, ${local.toISOString().slice(0, 10)}`
}

/** How far local time is ahead of UTC. */
function offsetMs(ms: number, timeZone: string): number {
  const parts = formatterFor(timeZone).formatToParts(ms)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -size : size
}

const formatters = new Map<string, Intl.DateTimeFormat>()
/** The model can name any zone. */
const maxFormatters = 500

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  if (formatters.size < maxFormatters) formatters.set(timeZone, formatter)
  return formatter
}
