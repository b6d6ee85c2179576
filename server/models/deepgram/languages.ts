// The languages that Deepgram's models recognize and report, and the query parameters that select them.
import type { RecognitionSettings } from '#server/ports/speech-to-text.ts'

type Languages = Pick<RecognitionSettings, 'language' | 'secondaryLanguages'>

/** https://developers.deepgram.com/docs/models-languages-overview#nova-3 */
const nova = new Set(
  (
    'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kk kn ko lt lv mk mr ms ne nl no ' +
    'pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'
  ).split(' '),
)

/** The languages that one stream can contain together: https://developers.deepgram.com/docs/nova-3-language-prompting */
const novaTogether = new Set(
  (
    'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro ' +
    'ru sk sl sr sv ta te th tl tr uk vi zh'
  ).split(' '),
)

/** Whether Nova recognizes the language, as an ISO 639-1 code. */
export const novaRecognizes = (language: string): boolean => nova.has(language)

/** Other languages of the customer are recognized as well if one stream can contain them together with the main language. */
export function novaLanguages({ language, secondaryLanguages }: Languages): readonly string[] {
  if (!novaTogether.has(language)) return [language]
  return [...new Set([language, ...secondaryLanguages])].filter((code) => novaTogether.has(code))
}

export function novaParameters(settings: Languages): [string, string][] {
  const languages = novaLanguages(settings)
  if (languages.length < 2) return [['language', settings.language]]
  return [['language', 'multi'], ...languages.map((code): [string, string] => ['language_hint', code])]
}

/** https://developers.deepgram.com/docs/flux/language-prompting */
const flux = new Set('de en es fr hi it ja nl pt ru'.split(' '))

/** Whether Flux recognizes the language, as an ISO 639-1 code. */
export const fluxRecognizes = (language: string): boolean => flux.has(language)

export const fluxLanguages = ({ language, secondaryLanguages }: Languages): readonly string[] =>
  [...new Set([language, ...secondaryLanguages])].filter(fluxRecognizes)

/** English alone has its own model. The other one gets the languages to expect. */
export function fluxParameters(settings: Languages): [string, string][] {
  const languages = fluxLanguages(settings)
  if (languages.every((code) => code === 'en')) return [['model', 'flux-general-en']]
  return [['model', 'flux-general-multi'], ...languages.map((code): [string, string] => ['language_hint', code])]
}

/**
 * The ISO 639-1 code of the first language of a list, which contains the languages of the words from the most to the least
 * frequent: https://developers.deepgram.com/docs/multilingual-code-switching
 */
export function reportedLanguage(languages: unknown): string | undefined {
  const first: unknown = Array.isArray(languages) ? languages[0] : undefined
  return typeof first === 'string' ? /^[a-z]{2}(?=-|$)/.exec(first)?.[0] : undefined
}
