// Speech synthesis by ElevenLabs over its multi-context WebSocket API.
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { Alignment, TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
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

export interface ElevenLabsOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<ElevenLabsLimits>
}

interface ElevenLabsLimits extends ContextSpeakerLimits {
  /** Below the 20 seconds after which idle connections are closed unless another time is set. */
  keepAliveMs: number
}

const defaultLimits: ElevenLabsLimits = { ...defaultContextSpeakerLimits, keepAliveMs: 10_000 }

export const elevenLabs: SpeechVendor<ElevenLabsOptions> = {
  code: 'elevenlabs',
  settings: { apiKey: ['ELEVENLABS_API_KEY', apiKey()], baseUrl: ['ELEVENLABS_BASE_URL', webUrl()] },
  enabledBy: ['apiKey'],
  describe: () => 'synthesis',
  synthesizers: (options) => [
    {
      vendor: 'elevenlabs',
      adapter: createElevenLabsTextToSpeech(options),
      supports: speaksLanguage,
      // Sarah and George.
      replacementVoice: ({ gender }) => (gender === 'female' ? 'EXAVITQu4vr4xnSDxMaL' : 'JBFqnCBsd6RMkjVDRZzb'),
    },
  ],
}

/** ElevenLabs allows five contexts, of which one keeps the connection open. Cancelled ones count until they end. */
const maxContexts = 4

/** Protocol: https://elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-multi-stream-input */
export function createElevenLabsTextToSpeech({ apiKey, baseUrl, limits }: ElevenLabsOptions): TextToSpeech {
  const all = { ...defaultLimits, ...limits }
  return {
    open: (settings) => openContextSpeaker(protocolOf(apiKey, baseUrl, settings, all.keepAliveMs), all),
  }
}

function protocolOf(
  apiKey: string,
  baseUrl: string | undefined,
  settings: VoiceSettings,
  keepAliveMs: number,
): ContextProtocol {
  let contextCount = 0
  return {
    vendor: 'ElevenLabs',
    url: speechUrl(baseUrl, settings),
    headers: { 'xi-api-key': apiKey },
    maxContexts,
    maxCharacters: 5_000,
    openingMessage: openingMessage(keepAliveContext, settings),
    keepAlive: { message: keepAliveMessage, intervalMs: keepAliveMs },
    closingMessage: '{"close_socket":true}',
    newContext: () => String(++contextCount),
    requestMessages: (context, text) => contextMessages(context, text, settings),
    read: readMessage,
    createAligner: () => (fields, audioMs) => readAlignment(fields['alignment'], audioMs),
  }
}

/** https://elevenlabs.io/docs/models#flash-v25. Norwegian and Filipino have other codes in ISO 639-1. */
const spoken = new Set(
  'ar bg cs da de el en es fi fr hi hr hu id it ja ko ms nl no pl pt ro ru sk sv ta tl tr uk vi zh'.split(' '),
)

/** Whether ElevenLabs speaks the language, as an ISO 639-1 code. */
const speaksLanguage = (language: string): boolean => spoken.has(language)

const keepAliveContext = 'keep-alive'
/** A text without content resets the inactivity timeout. Only messages with a context are accepted. */
const keepAliveMessage = JSON.stringify({ text: '', context_id: keepAliveContext })

function speechUrl(baseUrl = 'https://api.elevenlabs.io', { voice, language }: VoiceSettings): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`)
  url.searchParams.set('model_id', 'eleven_flash_v2_5')
  url.searchParams.set('output_format', 'ulaw_8000')
  url.searchParams.set('auto_mode', 'true')
  url.searchParams.set('sync_alignment', 'true')
  url.searchParams.set('inactivity_timeout', '180')
  if (speaksLanguage(language)) url.searchParams.set('language_code', language === 'tl' ? 'fil' : language)
  return url
}

/** Opens a context. Its text must be one space. */
function openingMessage(context: string, settings: VoiceSettings): string {
  const voiceSettings = {
    stability: between(0, settings.stability, 1),
    similarity_boost: between(0, settings.similarity, 1),
    style: settings.emotion ? 0.5 : 0,
    speed: between(0.7, settings.speed, 1.2),
  }
  return JSON.stringify({ text: ' ', voice_settings: voiceSettings, context_id: context })
}

/** Without `close_context`, ElevenLabs does not report the end of the audio. */
function contextMessages(context: string, text: string, settings: VoiceSettings): string[] {
  return [
    openingMessage(context, settings),
    // A text must end with a space.
    JSON.stringify({ text: `${text.trim()} `, context_id: context, flush: true }),
    JSON.stringify({ context_id: context, close_context: true }),
  ]
}

const between = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))

const codes: Record<string, FailureCode> = {
  invalid_api_key: 'unauthorised',
  authorization_error: 'unauthorised',
  quota_exceeded: 'quota_exhausted',
  voice_id_does_not_exist: 'not_found',
  voice_not_found: 'not_found',
  model_not_found: 'not_found',
  unsupported_language: 'language_not_supported',
  max_active_conversations: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  too_many_concurrent_requests: 'rate_limited',
  input_timeout_exceeded: 'timeout',
  invalid_input: 'bad_request',
}

/** An error ends the connection, because it can concern any of its contexts. */
function readMessage(fields: Record<string, unknown>): ContextReply {
  if (fields['error'] !== undefined) return { failure: codes[String(fields['error'])] ?? 'unavailable' }
  const audio = decodeBase64Audio(fields['audio'])
  if (audio === 'unreadable') return { failure: 'unreadable' }
  return { context: String(fields['contextId']), audio, isFinal: fields['isFinal'] === true }
}

/** The times of a message are relative to its own audio, which begins at `offsetMs` of the utterance. */
function readAlignment(value: unknown, offsetMs: number): Alignment | undefined {
  if (!isFields(value)) return undefined
  const { chars, charStartTimesMs: starts } = value
  if (!Array.isArray(chars) || !Array.isArray(starts) || chars.length !== starts.length) return undefined
  if (!chars.every((text) => typeof text === 'string') || !starts.every(Number.isFinite)) return undefined
  return { characters: chars, startsMs: starts.map((startMs: number) => offsetMs + Math.max(0, startMs)) }
}
