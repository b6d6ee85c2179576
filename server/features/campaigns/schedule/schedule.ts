// When a campaign may contact people: windows of the day in a time zone, on certain days of the week.
import { instantOf, type LocalDay, localDayOf, type Weekday, weekdayOf as weekdayOfDate } from '@parley/rules'
import type { CampaignSettings, ScheduleWindow } from '../campaign/campaign.ts'

/** A window that begins on these days; without `days`, on those of its schedule. */
export interface DayWindow extends ScheduleWindow {
  days?: readonly Weekday[]
}

export interface Schedule {
  /** IANA. */
  timeZone: string
  windows: readonly DayWindow[]
  /** The days on which a window begins. Empty for all days. */
  days: readonly Weekday[]
}

export interface Opening {
  from: Date
  /** Not included. */
  to: Date
}

const wholeDay: ScheduleWindow = { start: '00:00', end: '00:00' }

type ScheduleSettings = Pick<
  CampaignSettings,
  'timeZone' | 'usesLeadTimeZone' | 'scheduleWindows' | 'allowedHoursStart' | 'allowedHoursEnd' | 'allowedDays'
>

/** The schedule applies in `personTimeZone` if the campaign uses that of its leads. */
export function scheduleOf(settings: ScheduleSettings, personTimeZone?: string): Schedule {
  const timeZone = (settings.usesLeadTimeZone && personTimeZone) || settings.timeZone
  const { scheduleWindows, allowedHoursStart: start, allowedHoursEnd: end, allowedDays: days } = settings
  const allowed = start === null && end === null ? wholeDay : { start: start ?? '00:00', end: end ?? '00:00' }
  return { timeZone, windows: scheduleWindows.length > 0 ? scheduleWindows : [allowed], days }
}

/** The opening that contains `at`, or else the first one after it. The schedule must have a window. */
export function openingAt(schedule: Schedule, at: Date): Opening {
  return findOpening(schedule, at.getTime())!
}

export function isOpen(schedule: Schedule, at: Date): boolean {
  return openingAt(schedule, at).from <= at
}

/**
 * The first time from `at` at which all schedules are open, until one of them closes. Undefined if there is none within
 * the horizon, which also ends an opening that lasts longer.
 */
export function nextCommonOpening(schedules: readonly Schedule[], at: Date, horizonDays: number): Opening | undefined {
  const untilMs = at.getTime() + horizonDays * dayMs
  let fromMs = at.getTime()
  while (fromMs < untilMs) {
    const opensMs = Math.max(
      fromMs,
      ...schedules.map((schedule) => findOpening(schedule, fromMs)?.from.getTime() ?? Number.POSITIVE_INFINITY),
    )
    if (opensMs <= fromMs) return { from: new Date(fromMs), to: new Date(closingTime(schedules, fromMs, untilMs)) }
    fromMs = opensMs
  }
  return undefined
}

/** When one of the schedules, which are all open at `fromMs`, closes. Openings that touch or overlap count as one. */
function closingTime(schedules: readonly Schedule[], fromMs: number, untilMs: number): number {
  let toMs = fromMs
  for (;;) {
    const nextMs = Math.min(untilMs, ...schedules.map((schedule) => openUntil(schedule, toMs)))
    if (nextMs <= toMs) return toMs
    toMs = nextMs
  }
}

function openUntil(schedule: Schedule, atMs: number): number {
  const opening = findOpening(schedule, atMs)
  return opening && opening.from.getTime() <= atMs ? opening.to.getTime() : atMs
}

/** The openings of a schedule on consecutive days, which are expensive to compute. */
interface Computed {
  /** Openings that ended before are missing. */
  sinceMs: number
  nextDay: LocalDay
  /** By their beginnings. */
  openings: Opening[]
}

const computed = new WeakMap<Schedule, Computed>()
const maxComputed = 200

/** A window that opens once a week, and that a change of the clocks skips, opens after two weeks. */
const longestGapDays = 16

function findOpening(schedule: Schedule, atMs: number): Opening | undefined {
  const known = computedFor(schedule, atMs)
  const lastMs = atMs + longestGapDays * dayMs
  for (;;) {
    const found = known.openings.find(({ to }) => to.getTime() > atMs)
    if (found || dateOf(known.nextDay).getTime() > lastMs) return found
    const openings = openingsOn(schedule, known.nextDay)
    known.openings.push(...openings.sort((a, b) => a.from.getTime() - b.from.getTime()))
    known.nextDay = dayAfter(known.nextDay, 1)
  }
}

function computedFor(schedule: Schedule, atMs: number): Computed {
  const known = computed.get(schedule)
  if (known && known.sinceMs <= atMs && known.openings.length < maxComputed) return known
  // A window of the day before can last until now.
  const nextDay = dayAfter(localDayOf(new Date(atMs), schedule.timeZone), -1)
  const fresh = { sinceMs: atMs, nextDay, openings: [] }
  computed.set(schedule, fresh)
  return fresh
}

function openingsOn({ timeZone, windows, days: allDays }: Schedule, day: LocalDay): Opening[] {
  const weekday = weekdayOf(day)
  return windows
    .filter(({ days = allDays }) => days.length === 0 || days.includes(weekday))
    .map(({ start, end }) => {
      const [from, to] = [minutesOf(start), minutesOf(end)]
      const until = to > from ? to : to + 24 * 60
      return { from: instantOf(day, from, timeZone), to: instantOf(day, until, timeZone) }
    })
    .filter(({ from, to }) => from < to)
}

const dayMs = 86_400_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const dateOf = ({ year, month, day }: LocalDay): Date => new Date(Date.UTC(year, month - 1, day))

const weekdayOf = (day: LocalDay): Weekday => weekdayOfDate(dateOf(day))

function dayAfter(day: LocalDay, count: number): LocalDay {
  const date = new Date(dateOf(day).getTime() + count * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
