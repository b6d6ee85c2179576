// Detects the language of the offline model from the variables or the prompt.
import type { Language } from './phrases/index.ts'
import { guessLanguage } from './stop-words.ts'

/** The names in English and in the language itself, in normalized text. */
const names: Record<Language, string[]> = {
  en: ['english'],
  de: ['german', 'deutsch'],
  es: ['spanish', 'espanol', 'castellano'],
  fr: ['french', 'francais'],
  it: ['italian', 'italiano'],
  pt: ['portuguese', 'portugues'],
}
/** Matches "Answer in German", "Sprache: Deutsch", "Speak French" in normalized text. */
const named =
  /\b(?:language|sprache|idioma|langue|lingua|lengua)\W{1,3}(english|german|deutsch|spanish|espanol|castellano|french|francais|italian|italiano|portuguese|portugues|[a-z]{2})\b|\b(?:answer|speak|reply|respond|talk|converse|write|antworte\w*|sprich|hable|responde|parlez|reponds?|rispondi|parla)\b[^.\n]{0,40}?\b(english|german|deutsch|spanish|espanol|castellano|french|francais|italian|italiano|portuguese|portugues)\b/

export function findLanguage(facts: Record<string, string>, prompt: string): Language {
  for (const key of ['language', 'lang', 'locale']) {
    const language = toLanguage(facts[key])
    if (language) return language
  }
  const match = named.exec(plain(prompt))
  return (
    toLanguage(match?.[1] ?? match?.[2]) ??
    guessLanguage(bare(prompt).split(' ')) ??
    toLanguage(facts['assistant_language']) ??
    'en'
  )
}

/** Lower case, without accents, with only letters, digits and significant punctuation. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** `plain` with everything but letters, digits and question marks replaced by single spaces. */
export function bare(text: string): string {
  return plain(text)
    .replace(/[^\p{L}\p{N}?]+/gu, ' ')
    .trim()
}

function toLanguage(word: string | undefined): Language | undefined {
  if (!word) return undefined
  const name = plain(word).trim()
  const code = name.split(/[-_]/)[0] ?? ''
  const languages = Object.keys(names) as Language[]
  return languages.find((language) => language === code || names[language].includes(name))
}
