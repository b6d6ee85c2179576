// The languages that OpenAI's voices speak.

/** https://platform.openai.com/docs/guides/text-to-speech#supported-languages */
const spoken = new Set(
  (
    'af ar az be bg bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne ' +
    'nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh'
  ).split(' '),
)

/** Whether OpenAI speaks the language, as an ISO 639-1 code. */
export const speaksLanguage = (language: string): boolean => spoken.has(language)
