// Converts between instants and the wall-clock time of an IANA time zone.
export interface LocalDay {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** The weekday of the date in UTC. */
export const weekdayOf = (date: Date): Weekday => weekdays[(date.getUTCDay() + 6) % 7]!

const formatters = new Map<string, Intl.DateTimeFormat>()
/** Clients can write the name of a zone in many letter cases. */
const maxFormatters = 1_000

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formatters.size >= maxFormatters) formatters.delete(formatters.keys().next().value!)
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** The wall-clock time to the second, as if it were UTC. */
function wallClockMs(at: number, timeZone: string): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) parts[type] = Number(value)
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
}

export function localDayOf(at: Date, timeZone: string): LocalDay {
  const wall = new Date(wallClockMs(at.getTime(), timeZone))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth() + 1, day: wall.getUTCDate() }
}

/** How far the time zone is ahead of UTC. */
export const offsetMsAt = (at: number, timeZone: string): number =>
  wallClockMs(at, timeZone) - Math.floor(at / 1_000) * 1_000

/** As `instantAt`, with a time in minutes from midnight, which may exceed a day. */
export const instantOf = ({ year, month, day }: LocalDay, minutes: number, timeZone: string): Date =>
  instantAt(Date.UTC(year, month - 1, day, 0, minutes), timeZone)

/**
 * The instant at which clocks show this time, which is given to the second as if it were UTC. A time that is skipped when
 * the clocks are put forward becomes the moment at which they are; of one that occurs twice, the first counts.
 */
export function instantAt(wall: number, timeZone: string): Date {
  const dayMs = 86_400_000
  // The offsets before and after any change of the clocks nearby.
  const offsets = [wall - dayMs, wall + dayMs].map((at) => wallClockMs(at, timeZone) - at)
  const [before, after] = offsets as [number, number]
  const candidates = [wall - before, wall - after].filter((at) => wallClockMs(at, timeZone) === wall)
  if (candidates.length > 0) return new Date(Math.min(...candidates))
  return new Date(changeBetween(wall - Math.max(before, after), wall - Math.min(before, after), timeZone))
}

/** The moment in this span at which the offset changes, to the second. */
function changeBetween(from: number, to: number, timeZone: string): number {
  const offsetAt = (at: number): number => wallClockMs(at, timeZone) - at
  const before = offsetAt(from)
  let [low, high] = [from, to]
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (middle <= low) break
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}
