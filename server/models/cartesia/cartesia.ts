// Speech synthesis by Cartesia over its WebSocket API.

import { codeOfStatus } from '#server/platform/status-failure.ts'
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import {
  type ContextProtocol,
  type ContextReply,
  type ContextSpeakerLimits,
  decodeBase64Audio,
  defaultContextSpeakerLimits,
  openContextSpeaker,
} from '../vendor-speech/context-speaker.ts'
import type { FailureCode } from '../vendor-speech/failures.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { createWordAligner, type SpokenWords } from './word-aligner.ts'

export interface CartesiaOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<ContextSpeakerLimits>
}

export const cartesia: SpeechVendor<CartesiaOptions> = {
  code: 'cartesia',
  settings: { apiKey: ['CARTESIA_API_KEY', apiKey()], baseUrl: ['CARTESIA_BASE_URL', webUrl()] },
  enabledBy: ['apiKey'],
  describe: () => 'synthesis',
  synthesizers: (options) => [
    { vendor: 'cartesia', adapter: createCartesiaTextToSpeech(options), supports: speaksLanguage, replacementVoice },
  ],
}

/** Cartesia limits the contexts of all calls together, and speaks faster than the customer listens. */
const maxContexts = 2

/** Protocol: https://docs.cartesia.ai/api-reference/tts/websocket */
export function createCartesiaTextToSpeech({ apiKey, baseUrl, limits }: CartesiaOptions): TextToSpeech {
  const headers = { 'x-api-key': apiKey, 'cartesia-version': apiVersion }
  const url = speechUrl(baseUrl)
  return {
    open: (settings) =>
      openContextSpeaker(protocolOf(url, headers, settings), { ...defaultContextSpeakerLimits, ...limits }),
  }
}

const protocolOf = (url: URL, headers: Record<string, string>, settings: VoiceSettings): ContextProtocol => ({
  vendor: 'Cartesia',
  url,
  headers,
  maxContexts,
  maxCharacters: 5_000,
  newContext: () => crypto.randomUUID(),
  requestMessages: (context, text) => [requestMessage(context, text, settings)],
  cancelMessage,
  read: readMessage,
  createAligner(text) {
    const align = createWordAligner(text)
    return (fields) => {
      const words = readWords(fields)
      return words && align(words)
    }
  },
})

export const apiVersion = '2026-03-01'

/** The newest model that follows the requested speed. Later ones ignore it. */
const model = 'sonic-3'

/** https://docs.cartesia.ai/build-with-cartesia/tts-models/sonic-3. The API uses these codes. */
const spoken = new Set(
  (
    'ar bg bn cs da de el en es fi fr gu he hi hr hu id it ja ka kn ko ml mr ms nl no pa pl pt ro ru sk sv ta te th ' +
    'tl tr uk vi zh'
  ).split(' '),
)

/** Whether Cartesia speaks the language, as an ISO 639-1 code. */
const speaksLanguage = (language: string): boolean => spoken.has(language)

const speechUrl = (baseUrl = 'https://api.cartesia.ai'): URL => new URL(`${baseUrl.replace(/\/$/, '')}/tts/websocket`)

/** The text is complete, so Cartesia neither waits for more of it nor keeps the context. */
function requestMessage(context: string, text: string, settings: VoiceSettings): string {
  return JSON.stringify({
    model_id: model,
    transcript: withoutTags(text),
    voice: { mode: 'id', id: settings.voice },
    ...(speaksLanguage(settings.language) && { language: settings.language }),
    context_id: context,
    output_format: { container: 'raw', encoding: 'pcm_mulaw', sample_rate: 8_000 },
    add_timestamps: true,
    continue: false,
    max_buffer_delay_ms: 0,
    generation_config: {
      speed: Math.min(1.5, Math.max(0.6, settings.speed)),
      // Without this field, the model derives the emotion from the text.
      ...(!settings.emotion && { emotion: 'neutral' }),
    },
  })
}

const cancelMessage = (context: string): string => JSON.stringify({ context_id: context, cancel: true })

/** Cartesia interprets tags such as `<break time="9s"/>`. Texts of Parley contain none on purpose. */
const withoutTags = (text: string): string => text.replace(/<(?=[/a-z])/gi, ' ')

/** Other codes are described by their status. https://docs.cartesia.ai/use-the-api/api-errors */
const codes: Record<string, FailureCode> = {
  concurrency_limited: 'rate_limited',
  quota_exceeded: 'quota_exhausted',
  model_not_found: 'not_found',
  voice_not_found: 'not_found',
  language_not_supported: 'language_not_supported',
}

/** An error without a context concerns the connection. Other kinds of messages have no effect. */
function readMessage(fields: Record<string, unknown>): ContextReply {
  const context = typeof fields['context_id'] === 'string' ? fields['context_id'] : undefined
  if (fields['type'] === 'error') return { context, failure: codeOfError(fields) }
  if (fields['type'] === 'done') return { context, isFinal: true }
  if (fields['type'] !== 'chunk') return { context }
  const audio = decodeBase64Audio(fields['data'])
  return audio === 'unreadable' ? { context, failure: 'unreadable' } : { context, audio }
}

function codeOfError({ error_code: code, status_code: status }: Record<string, unknown>): FailureCode {
  return codes[String(code)] ?? codeOfStatus(Number.isInteger(status) ? Number(status) : 500)
}

/** Undefined if the message contains no valid times of words. */
function readWords(fields: Record<string, unknown>): SpokenWords | undefined {
  const times = fields['word_timestamps']
  if (fields['type'] !== 'timestamps' || !isFields(times)) return undefined
  const { words, start: starts, end: ends } = times
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) return undefined
  return areTimes(starts, words.length) && areTimes(ends, words.length) ? { words, starts, ends } : undefined
}

const areTimes = (values: unknown, count: number): values is number[] =>
  Array.isArray(values) && values.length === count && values.every((value) => Number.isFinite(value) && value >= 0)

type Pair = Record<VoiceSettings['gender'], string>

const english: Pair = { female: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', male: '5ee9feff-1265-424a-9d7f-8e4d431a12c7' }

/** https://docs.cartesia.ai/build-with-cartesia/capability-guides/choosing-a-voice */
const native: Record<string, Pair> = {
  es: { female: 'de38f545-c574-44e8-9b54-a7d6fec1c6b1', male: '13ff5deb-2591-42ad-a356-63a04e524411' },
  fr: { female: 'c9f95851-235c-458c-acfb-67cdb2558538', male: '5def377d-908b-4540-8bd7-3c968fcae351' },
  de: { female: '38aabb6a-f52b-4fb0-a3d1-988518f4dc06', male: '4ad22058-7cb6-402c-a115-196cbfc25dce' },
  pt: { female: '9904416a-0831-44ea-b8ee-5f145e8f9bbf', male: '28a942b5-74f3-47bb-9b56-4c3f2562d3ba' },
  it: { female: '90c7d657-9599-4cd0-9ed2-2568359e4d1a', male: 'ee16f140-f6dc-490e-a1ed-c1d537ea0086' },
  nl: { female: '225ba8cf-9fc2-4371-a78c-fe38ba38898a', male: '95e9fdaf-cf0b-4739-b1de-3350ca50774a' },
  pl: { female: '6bc7c014-022b-42ce-8b53-a5ec878a7ca7', male: '43e52207-96fc-4e01-aaf8-cae317e43fdb' },
  ar: { female: '731ace69-ee17-41bc-8c6f-665c9f1db95c', male: 'f1cdfb4a-bf7d-4e83-916e-8f0802278315' },
  hi: { female: '47f3bbb1-e98f-4e0c-92c5-5f0325e1e206', male: '97303aad-1a66-4edf-870a-58e6ba545005' },
  ja: { female: '861213b7-f057-45c8-9527-0f4c144f1a03', male: '177df681-25b1-48c2-bb47-03ca5fa27f0a' },
  ko: { female: '15628352-2ede-4f1b-89e6-ceda0c983fbc', male: '89f4372f-1f73-4b85-8e1e-5d24ed8bc826' },
  zh: { female: '6eb8965c-e295-47bd-a9e4-3eeebb3abcff', male: '16212f18-4955-4be9-a6cd-2196ce2c11d1' },
  ro: { female: '34acfaee-c556-41ee-a5f6-c687fb20357c', male: '3f64ef99-d87b-4b51-b217-df7351f7886a' },
  tr: { female: '0f95596c-09c4-4418-99fe-5c107e0713c0', male: '39f753ef-b0eb-41cd-aa53-2f3c284f948f' },
  ru: { female: '064b17af-d36b-4bfb-b003-be07dba1b649', male: '888b7df4-e165-4852-bfec-0ab2b96aaa46' },
  sv: { female: 'f852eb8d-a177-48cd-bf63-7e4dcab61a36', male: '38a146c3-69d7-40ad-aada-76d5a2621758' },
}

/** In languages without an entry, the English voices speak with an accent. */
const replacementVoice = ({ language, gender }: Pick<VoiceSettings, 'language' | 'gender'>): string =>
  (native[language] ?? english)[gender]
