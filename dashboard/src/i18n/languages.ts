// The languages of the pages, and the one that this browser shows.
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof languages

const isLanguage = (value: string | null | undefined): value is Language => value != null && value in languages
const storageKey = 'parley.language'

/** The language that was chosen here, or the first of the browser's that the pages have. */
export function currentLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((each) => each.split('-')[0]).find(isLanguage) ?? 'en'
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language)
}
