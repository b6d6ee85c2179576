// Speech synthesis over OpenAI's HTTP API, which other servers implement as well.
import { encodeMulaw } from '@parley/telephone'
import { z } from 'zod'
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { createDownsampler } from '../vendor-speech/downsampler.ts'
import { type AudioDecoder, openHttpSpeaker } from '../vendor-speech/http-speaker.ts'
import { supportsLanguage } from '../vendor-speech/openai-languages.ts'
import { type OwnServerOptions, useOwnServer } from '../vendor-speech/openai-server.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { defaultUtteranceLimits, type UtteranceLimits } from '../vendor-speech/utterance.ts'

export interface OpenAiSpeechOptions extends OwnServerOptions {
  /** Optional for other servers. */
  apiKey?: string
  /** With the version, such as `http://127.0.0.1:8880/v1`. */
  baseUrl?: string
  model?: string
  limits?: Partial<UtteranceLimits>
}

export const openAiSpeech: SpeechVendor<OpenAiSpeechOptions> = {
  code: 'openai',
  settings: {
    apiKey: ['OPENAI_API_KEY'],
    baseUrl: ['OPENAI_BASE_URL'],
    ownBaseUrl: ['OPENAI_SPEECH_BASE_URL', webUrl()],
    ownApiKey: ['OPENAI_SPEECH_API_KEY', apiKey()],
    model: ['OPENAI_SPEECH_MODEL', z.string().optional()],
  },
  enabledBy: ['apiKey', 'ownBaseUrl', 'model'],
  resolve: (options) => useOwnServer(options, 'tts-1'),
  faultIn: ({ ownBaseUrl, ownApiKey }) =>
    ownApiKey && !ownBaseUrl ? 'OPENAI_SPEECH_BASE_URL must be set if OPENAI_SPEECH_API_KEY is.' : undefined,
  describe: () => 'synthesis',
  synthesizers: (options) => [
    {
      vendor: 'openai',
      adapter: createOpenAiTextToSpeech(options),
      supports: supportsLanguage,
      replacementVoice: ({ gender }) => (gender === 'female' ? 'marin' : 'cedar'),
    },
  ],
}

/** Protocol: https://platform.openai.com/docs/api-reference/audio/createSpeech */
export function createOpenAiTextToSpeech({ apiKey, baseUrl, model, limits }: OpenAiSpeechOptions): TextToSpeech {
  const url = `${(baseUrl ?? 'https://api.openai.com/v1').replace(/\/$/, '')}/audio/speech`
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  const fieldsOf = requestFields(model ?? 'gpt-4o-mini-tts')
  return {
    open: (settings) =>
      openHttpSpeaker(
        {
          vendor: 'The speech server',
          url,
          headers,
          maxCharacters: 4_096,
          bodyOf: (text) => JSON.stringify(fieldsOf(text, settings)),
          acceptsType: isRawAudio,
          createDecoder: createTelephoneConverter,
        },
        { ...defaultUtteranceLimits, ...limits },
      ),
  }
}

/** Converts 16-bit PCM at 24,000 Hz to mu-law at 8,000 Hz. */
export function createTelephoneConverter(): AudioDecoder {
  const { convert, end } = createDownsampler()
  return { decode: (chunk) => encodeMulaw(convert(chunk)), end: () => encodeMulaw(end()) }
}

/** Other models, such as `tts-1` and those of other servers, have only voices with older names. */
const olderVoices: Record<string, string> = { marin: 'nova', cedar: 'onyx' }

const requestFields = (model: string) => (text: string, settings: VoiceSettings) => ({
  model,
  voice: (!model.startsWith('gpt-') && olderVoices[settings.voice]) || settings.voice,
  input: text,
  response_format: 'pcm',
  speed: Math.min(4, Math.max(0.25, settings.speed)),
  // The older models reject instructions.
  ...(settings.emotion && !model.startsWith('tts-1') && { instructions: 'Speak with natural, warm emotion.' }),
})

/** Some servers ignore `response_format` and send a compressed file, which would be noise. */
const isRawAudio = (contentType: string): boolean =>
  /^(?:audio\/(?:x-)?(?:pcm|l16)|application\/octet-stream)\b/i.test(contentType)
