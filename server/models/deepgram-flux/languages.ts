// The languages that Deepgram Flux recognizes, and the query parameters that select them.

/** https://developers.deepgram.com/docs/flux/language-prompting */
const recognized = new Set('de en es fr hi it ja nl pt ru'.split(' '))

/** Whether Flux recognizes the language, as an ISO 639-1 code. */
export const recognizesLanguage = (language: string): boolean => recognized.has(language)

/** English alone has its own model. The other one gets the languages to expect. */
export function modelParameters(language: string, secondaryLanguages: readonly string[]): [string, string][] {
  const languages = [...new Set([language, ...secondaryLanguages])].filter(recognizesLanguage)
  if (languages.every((code) => code === 'en')) return [['model', 'flux-general-en']]
  return [['model', 'flux-general-multi'], ...languages.map((code): [string, string] => ['language_hint', code])]
}
