// Speech recognition over OpenAI's HTTP API for whole utterances, which other servers implement as well.

import { decodeMulaw, writeWav } from '@parley/telephone'
import { Agent, FormData } from 'undici'
import { z } from 'zod'
import { apiKey, webUrl } from '#server/platform/validation/settings.ts'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { post } from '#server/platform/vendor-json/post-json.ts'
import type { RecognitionSettings, SpeechToText } from '#server/ports/speech-to-text.ts'
import { speechFailure } from '../vendor-speech/failures.ts'
import { supportsLanguage } from '../vendor-speech/openai-languages.ts'
import { type OwnServerOptions, useOwnServer } from '../vendor-speech/openai-server.ts'
import type { SpeechVendor } from '../vendor-speech/speech-vendor.ts'
import { openUtteranceRecognition, type UtteranceRecognizer } from '../vendor-speech/utterance-recognition.ts'

export interface OpenAiTranscriptionOptions extends OwnServerOptions {
  /** Optional for other servers. */
  apiKey?: string
  /** With the version, such as `http://127.0.0.1:8000/v1`. */
  baseUrl?: string
  model?: string
  limits?: Partial<OpenAiTranscriptionLimits>
}

export interface OpenAiTranscriptionLimits {
  /** For one request. */
  timeoutMs: number
  /** The pause before the only repetition of a request. */
  retryAfterMs: number
  /** New audio before interim words are requested again. */
  interimIntervalMs: number
  /** A longer utterance is recognized in parts. */
  maxUtteranceMs: number
}

const defaultLimits: OpenAiTranscriptionLimits = {
  timeoutMs: 6_000,
  retryAfterMs: 200,
  interimIntervalMs: 700,
  maxUtteranceMs: 60_000,
}

export const openAiTranscription: SpeechVendor<OpenAiTranscriptionOptions> = {
  code: 'openai-transcription',
  settings: {
    apiKey: ['OPENAI_API_KEY'],
    baseUrl: ['OPENAI_BASE_URL'],
    ownBaseUrl: ['OPENAI_TRANSCRIPTION_BASE_URL', webUrl()],
    ownApiKey: ['OPENAI_TRANSCRIPTION_API_KEY', apiKey()],
    model: ['OPENAI_TRANSCRIPTION_MODEL', z.string().optional()],
  },
  enabledBy: ['apiKey', 'ownBaseUrl', 'model'],
  resolve: (options) => useOwnServer(options, 'whisper-1'),
  faultIn: ({ ownBaseUrl, ownApiKey }) =>
    ownApiKey && !ownBaseUrl
      ? 'OPENAI_TRANSCRIPTION_BASE_URL must be set if OPENAI_TRANSCRIPTION_API_KEY is.'
      : undefined,
  describe: () => 'recognition',
  recognizers: (options) => [
    {
      vendor: 'openai-transcription',
      adapter: createOpenAiSpeechToText(options),
      supports: supportsLanguage,
    },
  ],
}

/** Protocol: https://platform.openai.com/docs/api-reference/audio/createTranscription */
export function createOpenAiSpeechToText(options: OpenAiTranscriptionOptions): SpeechToText {
  const limits = { ...defaultLimits, ...options.limits }
  const base = (options.baseUrl ?? 'https://api.openai.com/v1').replace(/\/$/, '')
  const headers: Record<string, string> = options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}
  return {
    open(settings, listener) {
      // Each call has its own connections, which end with it.
      const agent = new Agent({ connect: { timeout: limits.timeoutMs }, keepAliveTimeout: 60_000, connections: 4 })
      const server = {
        url: `${base}/audio/transcriptions`,
        headers,
        model: options.model ?? 'gpt-4o-mini-transcribe',
        language: onlyLanguage(settings),
        agent,
        timeoutMs: limits.timeoutMs,
      }
      const reported = createReportedLanguages()
      const recognizer: UtteranceRecognizer = {
        ...limits,
        recognize: async (audio, { signal }) => reported.keep(await transcribe(server, audio, signal)),
        languageOf: reported.of,
        isInterimDue: (newMs) => newMs >= limits.interimIntervalMs,
        closed() {
          // Nothing can be reported after the end of the call.
          agent.destroy().catch(() => {})
        },
      }
      const stream = openUtteranceRecognition(recognizer, listener)
      return { ...stream, hears: (code) => server.language === undefined && supportsLanguage(code) }
    },
  }
}

const onlyLanguage = ({ language, secondaryLanguages }: RecognitionSettings): string | undefined =>
  secondaryLanguages.every((code) => code === language) ? language : undefined

interface TranscriptionServer {
  url: string
  headers: Record<string, string>
  model: string
  /** ISO 639-1. Undefined if the customer may use several languages. */
  language: string | undefined
  agent: Agent
  timeoutMs: number
}

const sampleRate = 8_000
/** OpenAI refuses audio of less than 100 ms. */
const minBytes = 1_600
const maxResponseBytes = 256 * 1024
const maxCharacters = 20_000
const vendor = 'The transcription server'

interface Transcription {
  text: string
  /** ISO 639-1. */
  language: string | undefined
}

/** The same words can be recognized again before they are final. */
const maxReported = 20

function createReportedLanguages() {
  const languages = new Map<string, string>()
  return {
    keep({ text, language }: Transcription): string {
      languages.delete(text)
      if (language !== undefined) languages.set(text, language)
      if (languages.size > maxReported) languages.delete(languages.keys().next().value!)
      return text
    },
    of: (text: string): string | undefined => languages.get(text),
  }
}

/** Returns the trimmed words. `audio` is mu-law at 8,000 Hz. Throws an `OutsideError`, or the reason of `signal`. */
async function transcribe(server: TranscriptionServer, audio: Uint8Array, signal: AbortSignal): Promise<Transcription> {
  const { url, headers, agent, timeoutMs } = server
  const response = await post(
    { url, headers, body: formOf(server, audio), agent, maxResponseBytes, timeoutMs, signal },
    (code) => speechFailure(vendor, code),
  )
  if (!isFields(response) || typeof response.text !== 'string') throw speechFailure(vendor, 'unreadable')
  return { text: response.text.slice(0, maxCharacters).trim(), language: languageIn(response) }
}

/** Some models report the languages that they detected, and many other servers a language. */
function languageIn({ language, languages }: Record<string, unknown>): string | undefined {
  const only: unknown = Array.isArray(languages) && languages.length === 1 ? languages[0] : undefined
  const code = isFields(only) ? only.code : language
  return typeof code === 'string' && /^[a-z]{2}$/.test(code) ? code : undefined
}

function formOf({ model, language }: TranscriptionServer, audio: Uint8Array): FormData {
  const padded = new Uint8Array(Math.max(audio.length, minBytes)).fill(0xff)
  padded.set(audio)
  const wav = writeWav({ sampleRate, channels: [decodeMulaw(padded)] })
  const form = new FormData()
  form.set('file', new Blob([wav], { type: 'audio/wav' }), 'speech.wav')
  form.set('model', model)
  form.set('response_format', 'json')
  if (language !== undefined) form.set('language', language)
  return form
}
