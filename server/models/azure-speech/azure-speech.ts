// Speech synthesis by Azure over its HTTP API.
import { z } from 'zod'
import { apiKey, must, webUrl } from '#server/platform/validation/settings.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { openHttpSpeaker } from '../vendor-speech/http-speaker.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { defaultUtteranceLimits, type UtteranceLimits } from '../vendor-speech/utterance.ts'
import { speechMarkup } from './markup.ts'

export interface AzureSpeechOptions {
  apiKey: string
  /** Such as `westeurope`. Required without a base URL. */
  region?: string
  /** The URL of a resource, a sovereign cloud or a container, without the path. */
  baseUrl?: string
  limits?: Partial<UtteranceLimits>
}

const region = must(
  z
    .string()
    .regex(/^[a-z0-9]{1,40}$/)
    .optional(),
  'a region such as westeurope',
)

export const azureSpeech: SpeechVendor<AzureSpeechOptions> = {
  code: 'azure',
  settings: {
    apiKey: ['AZURE_SPEECH_KEY', apiKey()],
    region: ['AZURE_SPEECH_REGION', region],
    baseUrl: ['AZURE_SPEECH_BASE_URL', webUrl()],
  },
  enabledBy: ['apiKey'],
  faultIn: ({ apiKey, region, baseUrl }) =>
    apiKey !== undefined && region === undefined && baseUrl === undefined
      ? 'AZURE_SPEECH_REGION or AZURE_SPEECH_BASE_URL must be set if AZURE_SPEECH_KEY is.'
      : undefined,
  describe: ({ region, baseUrl }) => (baseUrl ? 'synthesis' : `synthesis in ${region}`),
  synthesizers: (options) => [
    { vendor: 'azure', adapter: createAzureTextToSpeech(options), supports: speaksLanguage, replacementVoice },
  ],
}

/** Protocol: https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech */
export function createAzureTextToSpeech({ apiKey, region, baseUrl, limits }: AzureSpeechOptions): TextToSpeech {
  const server = baseUrl?.replace(/\/$/, '') ?? `https://${region}.tts.speech.microsoft.com`
  const headers = {
    'ocp-apim-subscription-key': apiKey,
    'content-type': 'application/ssml+xml',
    'x-microsoft-outputformat': 'raw-8khz-8bit-mono-mulaw',
    // Requests without a name are refused.
    'user-agent': 'Parley',
  }
  return {
    open: (settings) =>
      openHttpSpeaker(
        {
          vendor: 'Azure',
          url: `${server}/cognitiveservices/v1`,
          headers,
          maxCharacters: 5_000,
          bodyOf: (text) => speechMarkup(text, settings),
          // The type of raw audio is not documented. Files and error messages are not raw audio.
          acceptsType: (type) => !/^(?:text\/|application\/(?:json|xml)|audio\/(?:mpeg|ogg|webm|wav))/i.test(type),
        },
        { ...defaultUtteranceLimits, ...limits },
      ),
  }
}

/** https://learn.microsoft.com/azure/ai-services/speech-service/language-support?tabs=tts */
const voices: Record<string, Record<VoiceSettings['gender'], string>> = {
  en: { female: 'en-US-JennyNeural', male: 'en-US-GuyNeural' },
  es: { female: 'es-ES-ElviraNeural', male: 'es-ES-AlvaroNeural' },
  fr: { female: 'fr-FR-DeniseNeural', male: 'fr-FR-HenriNeural' },
  de: { female: 'de-DE-KatjaNeural', male: 'de-DE-ConradNeural' },
  pt: { female: 'pt-BR-FranciscaNeural', male: 'pt-BR-AntonioNeural' },
  it: { female: 'it-IT-ElsaNeural', male: 'it-IT-DiegoNeural' },
  nl: { female: 'nl-NL-ColetteNeural', male: 'nl-NL-MaartenNeural' },
  pl: { female: 'pl-PL-ZofiaNeural', male: 'pl-PL-MarekNeural' },
  tr: { female: 'tr-TR-EmelNeural', male: 'tr-TR-AhmetNeural' },
  ar: { female: 'ar-SA-ZariyahNeural', male: 'ar-SA-HamedNeural' },
  hi: { female: 'hi-IN-SwaraNeural', male: 'hi-IN-MadhurNeural' },
  ja: { female: 'ja-JP-NanamiNeural', male: 'ja-JP-KeitaNeural' },
  ko: { female: 'ko-KR-SunHiNeural', male: 'ko-KR-InJoonNeural' },
  zh: { female: 'zh-CN-XiaoxiaoNeural', male: 'zh-CN-YunxiNeural' },
  ru: { female: 'ru-RU-SvetlanaNeural', male: 'ru-RU-DmitryNeural' },
  uk: { female: 'uk-UA-PolinaNeural', male: 'uk-UA-OstapNeural' },
  sv: { female: 'sv-SE-SofieNeural', male: 'sv-SE-MattiasNeural' },
  da: { female: 'da-DK-ChristelNeural', male: 'da-DK-JeppeNeural' },
  no: { female: 'nb-NO-PernilleNeural', male: 'nb-NO-FinnNeural' },
  fi: { female: 'fi-FI-NooraNeural', male: 'fi-FI-HarriNeural' },
  cs: { female: 'cs-CZ-VlastaNeural', male: 'cs-CZ-AntoninNeural' },
  sk: { female: 'sk-SK-ViktoriaNeural', male: 'sk-SK-LukasNeural' },
  hu: { female: 'hu-HU-NoemiNeural', male: 'hu-HU-TamasNeural' },
  ro: { female: 'ro-RO-AlinaNeural', male: 'ro-RO-EmilNeural' },
  bg: { female: 'bg-BG-KalinaNeural', male: 'bg-BG-BorislavNeural' },
  el: { female: 'el-GR-AthinaNeural', male: 'el-GR-NestorasNeural' },
  hr: { female: 'hr-HR-GabrijelaNeural', male: 'hr-HR-SreckoNeural' },
  id: { female: 'id-ID-GadisNeural', male: 'id-ID-ArdiNeural' },
  ms: { female: 'ms-MY-YasminNeural', male: 'ms-MY-OsmanNeural' },
  tl: { female: 'fil-PH-BlessicaNeural', male: 'fil-PH-AngeloNeural' },
  vi: { female: 'vi-VN-HoaiMyNeural', male: 'vi-VN-NamMinhNeural' },
  ta: { female: 'ta-IN-PallaviNeural', male: 'ta-IN-ValluvarNeural' },
  he: { female: 'he-IL-HilaNeural', male: 'he-IL-AvriNeural' },
  th: { female: 'th-TH-PremwadeeNeural', male: 'th-TH-NiwatNeural' },
  fa: { female: 'fa-IR-DilaraNeural', male: 'fa-IR-FaridNeural' },
  ur: { female: 'ur-PK-UzmaNeural', male: 'ur-PK-AsadNeural' },
  bn: { female: 'bn-BD-NabanitaNeural', male: 'bn-BD-PradeepNeural' },
  te: { female: 'te-IN-ShrutiNeural', male: 'te-IN-MohanNeural' },
  mr: { female: 'mr-IN-AarohiNeural', male: 'mr-IN-ManoharNeural' },
  kn: { female: 'kn-IN-SapnaNeural', male: 'kn-IN-GaganNeural' },
  ca: { female: 'ca-ES-JoanaNeural', male: 'ca-ES-EnricNeural' },
  gl: { female: 'gl-ES-SabelaNeural', male: 'gl-ES-RoiNeural' },
  sr: { female: 'sr-RS-SophieNeural', male: 'sr-RS-NicholasNeural' },
  sl: { female: 'sl-SI-PetraNeural', male: 'sl-SI-RokNeural' },
  bs: { female: 'bs-BA-VesnaNeural', male: 'bs-BA-GoranNeural' },
  mk: { female: 'mk-MK-MarijaNeural', male: 'mk-MK-AleksandarNeural' },
  et: { female: 'et-EE-AnuNeural', male: 'et-EE-KertNeural' },
  lv: { female: 'lv-LV-EveritaNeural', male: 'lv-LV-NilsNeural' },
  lt: { female: 'lt-LT-OnaNeural', male: 'lt-LT-LeonasNeural' },
  is: { female: 'is-IS-GudrunNeural', male: 'is-IS-GunnarNeural' },
  cy: { female: 'cy-GB-NiaNeural', male: 'cy-GB-AledNeural' },
  af: { female: 'af-ZA-AdriNeural', male: 'af-ZA-WillemNeural' },
  sw: { female: 'sw-KE-ZuriNeural', male: 'sw-KE-RafikiNeural' },
  az: { female: 'az-AZ-BanuNeural', male: 'az-AZ-BabekNeural' },
  kk: { female: 'kk-KZ-AigulNeural', male: 'kk-KZ-DauletNeural' },
  ne: { female: 'ne-NP-HemkalaNeural', male: 'ne-NP-SagarNeural' },
}

/** Whether Azure speaks the language, as an ISO 639-1 code. */
const speaksLanguage = (language: string): boolean => Object.hasOwn(voices, language)

const replacementVoice = ({ language, gender }: Pick<VoiceSettings, 'language' | 'gender'>): string =>
  (voices[language] ?? voices['en']!)[gender]
