// The language of the page, and the formats of the reader's region for dates, numbers and money.

import { durationText } from '@parley/rules'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import type { Catalogues, Texts } from '../texts/catalogues.ts'
import { instantOf } from './instant.ts'
import { changeLanguage, currentLanguage, type Language } from './languages.ts'
import { loadTexts, type TextsRef, useCatalogue } from './texts.ts'

/** The locale of the browser for its own language, so that dates and numbers look as everywhere else. */
function localeOf(language: Language): string {
  return navigator.languages.find((each) => each.split('-')[0] === language) ?? language
}

interface LocaleState {
  language: Language
  locale: string
  setLanguage(language: Language): void
}

const LocaleContext = createContext<LocaleState | undefined>(undefined)

interface LocaleProviderProps {
  /** The texts of another language could not be loaded. */
  onFailure(): void
  children: ReactNode
}

export function LocaleProvider({ onFailure, children }: LocaleProviderProps) {
  const [language, setLanguage] = useState(currentLanguage)
  const wanted = useRef(language)
  const latest = useRef(onFailure)
  latest.current = onFailure
  const state = useMemo(
    () => ({
      language,
      locale: localeOf(language),
      setLanguage(next: Language) {
        wanted.current = next
        const show = () => {
          // Another language was chosen while the texts were loading.
          if (wanted.current !== next) return
          changeLanguage(next)
          setLanguage(next)
        }
        void loadTexts(next).then(show, () => latest.current())
      },
    }),
    [language],
  )
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <LocaleContext value={state}>
      <I18nProvider locale={state.locale}>{children}</I18nProvider>
    </LocaleContext>
  )
}

/** The time zone of the account, in which the API states some times and all days. */
export const TimeZoneContext = createContext('UTC')

export function useLocale(): LocaleState {
  const state = useContext(LocaleContext)
  if (!state) throw new Error('useLocale needs a LocaleProvider.')
  return state
}

type Words = Texts<Catalogues['words']>

const completed = new WeakMap<object, object>()
const noTexts: TextsRef<object> = { area: 'words', key: '' }
const nothing = {}

/** The texts of a page in its language, with the words that many pages use. */
export function useTexts<T extends object = object>(
  texts: TextsRef<T> = noTexts as TextsRef<T>,
): Omit<Words, keyof T> & T {
  const { language } = useLocale()
  const words = useCatalogue(language, 'words')
  const own = useOwnTexts(texts)
  // One object for all languages.
  if (own === nothing) return words as unknown as Omit<Words, keyof T> & T
  const complete = completed.get(own) ?? { ...words, ...own }
  completed.set(own, complete)
  return complete as Omit<Words, keyof T> & T
}

/** The texts of a page in its language, without the words that many pages use. */
export function useOwnTexts<T extends object>(texts: TextsRef<T>): T {
  return (useCatalogue(useLocale().language, texts.area)[texts.key] ?? nothing) as T
}

export type Formats = ReturnType<typeof formatsOf>

/** Times are as the API writes them; amounts of money are US dollars. */
function formatsOf(locale: string, timeZone: string) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const dateTimeSeconds = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const dateOfDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const exactMoney = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 })
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
    /** A day as `YYYY-MM-DD`, with its year. */
    dateOfDay: (value: string): string => dateOfDay.format(new Date(`${value}T00:00:00Z`)),
    number: (value: number | bigint): string => number.format(value),
    /** With three significant digits. */
    precise: (value: number): string => precise.format(value),
    percent: (share: number): string => percent.format(share),
    /** Cents; an amount that is less than half of one keeps its digits. */
    money: (usd: number): string => (usd !== 0 && Math.abs(usd) < 0.005 ? exactMoney : money).format(usd),
    /** For the cost of one thing. */
    exactMoney: (usd: number): string => exactMoney.format(usd),
    seconds: (value: number): string => seconds.format(value),
    milliseconds: (value: number): string => milliseconds.format(Math.round(value)),
    /** Such as `3 h 20 min`; whole minutes, rounded down. */
    hours(seconds: number): string {
      const minutes = Math.floor(seconds / 60)
      const whole = number.format(Math.floor(minutes / 60))
      return minutes < 60 ? `${minutes} min` : `${whole} h ${minutes % 60} min`
    },
    /** Such as `2 min 5 s`. */
    minutes(seconds: number): string {
      const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds) % 60]
      return [minutes > 0 && `${number.format(minutes)} min`, (rest > 0 || minutes === 0) && `${rest} s`]
        .filter(Boolean)
        .join(' ')
    },
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
