// The language of the page and the formats of the reader's region.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { type Words, words } from './words.ts'

export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

const isLanguage = (value: string | null | undefined): value is Language => value != null && value in languages
const storageKey = 'parley.language'

/** The locale of the browser for its own language, so that dates and numbers look as everywhere else. */
function localeOf(language: Language): string {
  return navigator.languages.find((each) => each.split('-')[0] === language) ?? language
}

function firstLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((each) => each.split('-')[0]).find(isLanguage) ?? 'en'
}

interface LocaleState {
  language: Language
  locale: string
  setLanguage(language: Language): void
}

const LocaleContext = createContext<LocaleState | undefined>(undefined)

export function LocaleProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  const state = useMemo(
    () => ({
      language,
      locale: localeOf(language),
      setLanguage(next: Language) {
        localStorage.setItem(storageKey, next)
        setLanguage(next)
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

/** The texts of a page by language; German has to have the same shape as English, or it does not compile. */
export type Texts<T> = Record<Language, T>

/** Declares the texts of a page: `const texts = textsOf({ … }, { … })`, English first. */
export const textsOf = <T,>(en: T, de: { [K in keyof T]: T[K] extends string ? string : T[K] }): Texts<T> => ({
  en,
  de: de as T,
})

const noTexts = { en: {}, de: {} }
const completed = new WeakMap<object, Record<Language, unknown>>()

/** The texts of a page in its language, with the words that many pages use. */
export function useTexts<T = object>(texts: Texts<T> = noTexts as Texts<T>): Omit<Words, keyof T> & T {
  const { language } = useLocale()
  let complete = completed.get(texts)
  if (!complete) {
    complete = { en: { ...words.en, ...texts.en }, de: { ...words.de, ...texts.de } }
    completed.set(texts, complete)
  }
  return complete[language] as Omit<Words, keyof T> & T
}
