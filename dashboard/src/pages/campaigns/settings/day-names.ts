// The names of the days of the week in the reader's language.
import { type Weekday, weekdays } from '@parley/rules'
import { useMemo } from 'react'
import { useLocale } from '../../../i18n/locale.tsx'

/** The first of January 2024 was a Monday. */
export function useDayNames(style: 'short' | 'long'): Record<Weekday, string> {
  const { locale } = useLocale()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
    const entries = weekdays.map((day, index) => [day, format.format(new Date(Date.UTC(2024, 0, 1 + index)))])
    return Object.fromEntries(entries) as Record<Weekday, string>
  }, [locale, style])
}
