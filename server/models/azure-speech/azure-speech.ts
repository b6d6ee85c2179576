// Speech synthesis by Azure over its HTTP API.
import { z } from 'zod'
import { apiKey, must, webUrl } from '#server/platform/validation/settings.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { openHttpSpeaker } from '../vendor-speech/http-speaker.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { defaultUtteranceLimits, type UtteranceLimits } from '../vendor-speech/utterance.ts'
import { speechMarkup } from './markup.ts'
import { replacementVoice, speaksLanguage } from './voices.ts'

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
