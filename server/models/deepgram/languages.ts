// The languages that Deepgram recognizes, and the query parameters that select them.

/** https://developers.deepgram.com/docs/models-languages-overview#nova-3 */
const recognized = new Set(
  (
    'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kk kn ko lt lv mk mr ms ne nl no ' +
    'pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'
  ).split(' '),
)

/** The languages that one stream can contain together: https://developers.deepgram.com/docs/nova-3-language-prompting */
const multilingual = new Set(
  (
    'af ar be bg bn bs ca cs da de el en es et fa fi fr gl gu he hi hr hu id it ja kn ko lt lv mk mr ms nl no pl pt ro ' +
    'ru sk sl sr sv ta te th tl tr uk vi zh'
  ).split(' '),
)

/** Whether Deepgram recognizes the language, as an ISO 639-1 code. */
export const recognizesLanguage = (language: string): boolean => recognized.has(language)

/** Other languages of the customer are recognized as well if one stream can contain them together with the main language. */
export function languageParameters(language: string, secondaryLanguages: readonly string[]): [string, string][] {
  const together = [...new Set([language, ...secondaryLanguages])].filter((code) => multilingual.has(code))
  if (together.length < 2 || !multilingual.has(language)) return [['language', language]]
  return [['language', 'multi'], ...together.map((code): [string, string] => ['language_hint', code])]
}
