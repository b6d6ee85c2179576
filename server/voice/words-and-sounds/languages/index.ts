// The word lists by language.
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { TurnLanguage } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

export const turnLanguages: Readonly<Record<string, TurnLanguage>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
}

/** Undefined for languages (ISO 639-1) without word lists. */
export const findTurnLanguage = (iso2: string): TurnLanguage | undefined =>
  Object.hasOwn(turnLanguages, iso2) ? turnLanguages[iso2] : undefined

/** English for languages without word lists. */
export const turnLanguage = (iso2: string): TurnLanguage => findTurnLanguage(iso2) ?? english
