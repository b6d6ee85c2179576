// Checks the voice and the language of `<Say>`.
// https://www.twilio.com/docs/voice/twiml/say/text-speech#available-voices-and-languages
import { TwimlError } from '../webhooks/twiml.ts'

const basicVoices: ReadonlySet<string> = new Set(['man', 'woman', 'alice'])

/** The names of Amazon Polly, without the prefix `Polly.`. */
const pollyVoices: Readonly<Record<string, string>> = {
  arb: 'Zeina',
  'ar-AE': 'Hala-Neural Zayd-Neural',
  'ca-ES': 'Arlet-Neural',
  'cmn-CN': 'Zhiyu Zhiyu-Neural',
  'cy-GB': 'Gwyneth',
  'da-DK': 'Mads Naja Sofie-Neural',
  'de-AT': 'Hannah-Neural',
  'de-DE': 'Daniel-Neural Hans Marlene Vicki Vicki-Neural Daniel-Generative Vicki-Generative',
  'en-AU': 'Nicole Olivia-Neural Russell Olivia-Generative',
  'en-GB': 'Amy Amy-Neural Arthur-Neural Brian Brian-Neural Emma Emma-Neural Amy-Generative',
  'en-GB-WLS': 'Geraint',
  'en-IE': 'Niamh-Neural',
  'en-IN': 'Aditi Kajal-Neural Raveena Kajal-Generative',
  'en-NZ': 'Aria-Neural',
  'en-US':
    'Danielle-Neural Gregory-Neural Ivy Ivy-Neural Joanna Joanna-Neural Joey Joey-Neural Justin Justin-Neural Kendra Kendra-Neural Kevin Kevin-Neural Kimberly Kimberly-Neural Matthew Matthew-Neural Ruth-Neural Salli Salli-Neural Stephen-Neural Danielle-Generative Joanna-Generative Matthew-Generative Ruth-Generative Stephen-Generative',
  'en-ZA': 'Ayanda-Neural Ayanda-Generative',
  'es-ES': 'Conchita Enrique Lucia Lucia-Neural Sergio-Neural Lucia-Generative Sergio-Generative',
  'es-MX': 'Andres-Neural Mia Mia-Neural Andres-Generative Mía-Generative',
  'es-US': 'Lupe Lupe-Neural Miguel Pedro-Neural Penelope Lupe-Generative Pedro-Generative',
  'fi-FI': 'Suvi-Neural',
  'fr-BE': 'Isabelle-Neural',
  'fr-CA': 'Chantal Gabrielle-Neural Liam-Neural',
  'fr-FR': 'Celine Lea Lea-Neural Mathieu Remi-Neural Lea-Generative Rémi-Generative',
  'hi-IN': 'Aditi Kajal-Neural',
  'is-IS': 'Dora Karl',
  'it-IT': 'Adriano-Neural Bianca Bianca-Neural Carla Giorgio Bianca-Generative',
  'ja-JP': 'Kazuha-Neural Mizuki Takumi Takumi-Neural Tomoko-Neural',
  'ko-KR': 'Seoyeon Seoyeon-Neural',
  'nb-NO': 'Ida-Neural Liv',
  'nl-BE': 'Lisa-Neural',
  'nl-NL': 'Laura-Neural Lotte Ruben',
  'pl-PL': 'Ewa Jacek Jan Maja Ola-Neural',
  'pt-BR': 'Camila Camila-Neural Ricardo Thiago-Neural Vitoria Vitoria-Neural',
  'pt-PT': 'Cristiano Ines Ines-Neural',
  'ro-RO': 'Carmen',
  'ru-RU': 'Maxim Tatyana',
  'sv-SE': 'Astrid Elin-Neural',
  'tr-TR': 'Burcu-Neural Filiz',
  'yue-CN': 'Hiujin-Neural',
}

const googleVoice = /^Google\.([a-z]{2,3}-[A-Za-z]{2})-(?:(?:Standard|Wavenet|Neural2)-[A-Z]|Chirp3-HD-[A-Z][a-z]+)$/
const locale = /^(?:arb|[a-z]{2,3}-[A-Z]{2}(?:-WLS)?)$/

/** Throws a `TwimlError` for an unknown voice, or one that does not speak the language. */
export function checkSayVoice({ voice, language }: { voice?: string; language?: string }): void {
  if (language !== undefined && !locale.test(language))
    throw new TwimlError(13511, `<Say> has the unknown language ${language}.`)
  if (voice === undefined || basicVoices.has(voice)) return
  const locales = localesOf(voice)
  if (locales.length === 0) throw new TwimlError(13511, `<Say> has the unknown voice ${voice}.`)
  if (language !== undefined && !locales.includes(language))
    throw new TwimlError(13511, `The voice ${voice} of <Say> does not speak ${language}.`)
}

function localesOf(voice: string): string[] {
  const ofGoogle = googleVoice.exec(voice)?.[1]
  // Twilio writes `fil-ph` in the names of two voices.
  if (ofGoogle !== undefined) return [ofGoogle.replace(/[a-z]{2}$/, (region) => region.toUpperCase())]
  return Object.entries(pollyVoices).flatMap(([spoken, names]) =>
    names.split(' ').some((name) => `Polly.${name}` === voice) ? [spoken] : [],
  )
}
