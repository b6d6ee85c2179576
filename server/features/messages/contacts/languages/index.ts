// The languages in which Parley understands that a customer opts out of messages.
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import type { OptOutLanguage } from './language.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

/** By their ISO 639-1 code. */
export const optOutLanguages: Readonly<Record<string, OptOutLanguage>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  it: italian,
  pt: portuguese,
  nl: dutch,
}

export const isOptOutLanguage = (iso2: string | null | undefined): iso2 is string =>
  typeof iso2 === 'string' && Object.hasOwn(optOutLanguages, iso2)
