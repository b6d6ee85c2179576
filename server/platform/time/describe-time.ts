// Describes a moment in words and numbers in a time zone, for people and language models.
import { weekdayOf } from '@parley/rules'
import { isTimeZone, toLocalTime } from './timestamps.ts'

export interface DescribedTime {
  /** `2026-01-31` */
  date: string
  /** `09:30` */
  time: string
  /** In English. */
  weekday: string
  /** `+01:00` */
  offset: string
}

/** A time zone that is unknown, or no longer known, is read as UTC. */
export function describeTime(at: Date, timeZone: string): DescribedTime {
  const local = toLocalTime(at.toISOString().replace('T', ' '), isTimeZone(timeZone) ? timeZone : 'UTC')
  const asUtc = new Date(`${local.replace(' ', 'T')}Z`)
  const weekday = weekdayOf(asUtc)
  return {
    date: local.slice(0, 10),
    time: local.slice(11, 16),
    weekday: `${weekday[0]!.toUpperCase()}${weekday.slice(1)}`,
    offset: offsetOf(Math.round((asUtc.getTime() - at.getTime()) / 60_000)),
  }
}

function offsetOf(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
