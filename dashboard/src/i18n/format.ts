// Writes dates, numbers and money in the format of the reader's locale, and times in the time zone of the account.
import { durationText } from '@parley/rules'
import { useContext, useMemo } from 'react'
import { instantOf } from './instant.ts'
import { TimeZoneContext, useLocale } from './locale.tsx'

export type Formats = ReturnType<typeof formatsOf>

/** Times are as the API writes them; amounts of money are US dollars. */
function formatsOf(locale: string, timeZone: string) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const dateTimeSeconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const plural = new Intl.PluralRules(locale)
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' })
  const seconds = unit('second')
  const milliseconds = unit('millisecond')
  const at = (text: string): Date => instantOf(text, timeZone)
  return {
    instant: at,
    date: (iso: string): string => date.format(at(iso)),
    time: (iso: string): string => time.format(at(iso)),
    dateTime: (iso: string): string => dateTime.format(at(iso)),
    dateTimeSeconds: (iso: string): string => dateTimeSeconds.format(at(iso)),
    exact: (iso: string): string => exact.format(at(iso)),
    /** A day as `YYYY-MM-DD`. */
    day: (value: string): string => day.format(new Date(`${value}T00:00:00Z`)),
    number: (value: number): string => number.format(value),
    /** With three significant digits. */
    precise: (value: number): string => precise.format(value),
    percent: (share: number): string => percent.format(share),
    money: (usd: number): string => money.format(usd),
    seconds: (value: number): string => seconds.format(value),
    milliseconds: (value: number): string => milliseconds.format(Math.round(value)),
    duration: (seconds: number): string => durationText(Math.round(seconds)),
    /** Such as `5 min ago`. */
    relative(iso: string, now = Date.now()): string {
      const diff = (at(iso).getTime() - now) / 1000
      const size = Math.abs(diff)
      if (size < 60) return relative.format(Math.round(diff), 'second')
      if (size < 3600) return relative.format(Math.round(diff / 60), 'minute')
      if (size < 86_400) return relative.format(Math.round(diff / 3600), 'hour')
      return relative.format(Math.round(diff / 86_400), 'day')
    },
    /** `count({ one: 'call', other: 'calls' }, 3)` is `3 calls`. */
    count: (forms: { one: string; other: string }, value: number): string =>
      `${number.format(value)} ${plural.select(value) === 'one' ? forms.one : forms.other}`,
  }
}

export function useFormats(): Formats {
  const { locale } = useLocale()
  const timeZone = useContext(TimeZoneContext)
  return useMemo(() => formatsOf(locale, timeZone), [locale, timeZone])
}
