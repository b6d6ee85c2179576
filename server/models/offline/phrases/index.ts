// The phrases and patterns of the offline model by language.
import { english, type Phrases } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

export type { Phrases }
export type Language = keyof typeof phrasesByLanguage

export const phrasesByLanguage = { en: english, de: german, es: spanish, fr: french, it: italian, pt: portuguese }

/** Whether the offline model answers in the language (ISO 639-1). */
export const answersOffline = (language: string): boolean => Object.hasOwn(phrasesByLanguage, language)
