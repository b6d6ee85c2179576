// Writes the hours of a campaign as a sentence, such as “Monday to Friday, 09:00–18:00, in the time zone of the lead”.
import { type Weekday, weekdays } from '@parley/rules'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useDayNames } from './day-names.ts'
import type { Settings } from './use-settings.ts'

const texts = textsOf('campaigns', 'hoursText')

export type Hours = Pick<
  Settings,
  | 'timezone'
  | 'use_lead_timezone'
  | 'schedule_windows'
  | 'allowed_hours_start_time'
  | 'allowed_hours_end_time'
  | 'allowed_days'
>

/** What the page proposes for a new campaign. */
export const officeHours = {
  use_lead_timezone: true,
  allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  allowed_hours_start_time: '09:00',
  allowed_hours_end_time: '18:00',
} satisfies Partial<Hours>

export function useHoursText(): (hours: Hours) => string {
  const t = useTexts(texts)
  const names = useDayNames('long')
  const daysText = (days: readonly Weekday[]): string => {
    const positions = weekdays.flatMap((day, index) => (days.includes(day) ? [index] : []))
    if (positions.length === 0 || positions.length === 7) return t.everyDay
    const [first, last] = [positions[0]!, positions.at(-1)!]
    const isRange = positions.length > 2 && last - first === positions.length - 1
    const nameOf = (index: number): string => names[weekdays[index]!]
    return isRange ? t.range(nameOf(first), nameOf(last)) : positions.map(nameOf).join(', ')
  }
  return (hours) => {
    const { schedule_windows: windows, allowed_hours_start_time: from, allowed_hours_end_time: until } = hours
    const times =
      windows.length > 0
        ? windows.map(({ start, end }) => `${start}–${end}`).join(', ')
        : from || until
          ? `${from ?? '00:00'}–${until ?? '24:00'}`
          : t.allDay
    const zone = hours.use_lead_timezone ? t.ofLead(hours.timezone) : t.ofCampaign(hours.timezone)
    return `${daysText(hours.allowed_days)}, ${times}, ${zone}`
  }
}
