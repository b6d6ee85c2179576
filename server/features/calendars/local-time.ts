// Converts between instants and local times in an IANA time zone.
import { instantAt, offsetMsAt } from '@parley/rules'

/** The start of the local day, also on days on which the clocks change. `day` is `YYYY-MM-DD`. */
export const startOfDay = (day: string, timeZone: string): number =>
  instantAt(Date.parse(`${day}T00:00:00Z`), timeZone).getTime()

/** `2026-11-24T09:00:00+01:00` */
export function toLocalIso(ms: number, timeZone: string): string {
  const offset = offsetMsAt(ms, timeZone)
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${new Date(ms + offset).toISOString().slice(0, 19)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

/** `Tuesday, 2026-11-24` */
export function toLocalDay(ms: number, timeZone: string): string {
  const local = new Date(ms + offsetMsAt(ms, timeZone))
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(local)
  return `${weekday}, ${local.toISOString().slice(0, 10)}`
}
