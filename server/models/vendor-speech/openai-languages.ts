// The languages that OpenAI's models for speech support, which are those of Whisper.

/** https://platform.openai.com/docs/guides/speech-to-text#supported-languages; voices speak the same. */
const supported = new Set(
  (
    'af ar az be bg bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne ' +
    'nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh'
  ).split(' '),
)

/** Whether OpenAI recognizes and speaks the language, as an ISO 639-1 code. */
export const supportsLanguage = (language: string): boolean => supported.has(language)
