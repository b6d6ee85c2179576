// When a campaign may contact people: windows of the day in a time zone, on certain days of the week.
import type { CampaignSettings, ScheduleWindow, Weekday } from '../campaign/campaign.ts'
import { instantOf, type LocalDay, localDayOf } from './zoned-time.ts'

export interface Schedule {
  /** IANA. */
  timeZone: string
  windows: readonly ScheduleWindow[]
  /** The days on which a window begins. Empty for all days. */
  days: readonly Weekday[]
}

export interface Opening {
  from: Date
  /** Not included. */
  to: Date
}

const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

const wholeDay: ScheduleWindow = { start: '00:00', end: '00:00' }

type ScheduleSettings = Pick<
  CampaignSettings,
  'timeZone' | 'scheduleWindows' | 'allowedHoursStart' | 'allowedHoursEnd' | 'allowedDays'
>

export function scheduleOf(settings: ScheduleSettings): Schedule {
  const { timeZone, scheduleWindows, allowedHoursStart: start, allowedHoursEnd: end, allowedDays: days } = settings
  const allowed = start === null && end === null ? wholeDay : { start: start ?? '00:00', end: end ?? '00:00' }
  return { timeZone, windows: scheduleWindows.length > 0 ? scheduleWindows : [allowed], days }
}

/** The opening that contains `at`, or else the first one after it. Undefined if there is none within a week. */
export function openingAt(schedule: Schedule, at: Date): Opening | undefined {
  // A window of the day before can last until now, and the same days return after a week.
  const openings = Array.from({ length: 10 }, (_, index) =>
    openingsOn(schedule, dayAfter(localDayOf(at, schedule.timeZone), index - 1)),
  )
  return openings
    .flat()
    .filter(({ to }) => to > at)
    .sort((a, b) => a.from.getTime() - b.from.getTime())[0]
}

function openingsOn({ timeZone, windows, days }: Schedule, day: LocalDay): Opening[] {
  if (days.length > 0 && !days.includes(weekdayOf(day))) return []
  return windows
    .map(({ start, end }) => {
      const [from, to] = [minutesOf(start), minutesOf(end)]
      const until = to > from ? to : to + 24 * 60
      return { from: instantOf(day, from, timeZone), to: instantOf(day, until, timeZone) }
    })
    .filter(({ from, to }) => from < to)
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const dateOf = ({ year, month, day }: LocalDay): Date => new Date(Date.UTC(year, month - 1, day))

const weekdayOf = (day: LocalDay): Weekday => weekdays[dateOf(day).getUTCDay()]!

function dayAfter(day: LocalDay, count: number): LocalDay {
  const date = new Date(dateOf(day).getTime() + count * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
