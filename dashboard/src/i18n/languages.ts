// The languages of the pages, and the one that this tab shows.
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français' } as const
export type Language = keyof typeof languages

const isLanguage = (value: string | null | undefined): value is Language => value != null && value in languages
const storageKey = 'parley.language'

/** The language that was chosen in this browser, or the first of the browser's that the pages have. */
function chosenLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((each) => each.split('-')[0]).find(isLanguage) ?? 'en'
}

let shown: Language | undefined

/** The language that this tab shows; another tab can have chosen another one since. */
export const currentLanguage = (): Language => (shown ??= chosenLanguage())

/** For tabs that are opened later, too. */
export function changeLanguage(language: Language): void {
  shown = language
  localStorage.setItem(storageKey, language)
}
