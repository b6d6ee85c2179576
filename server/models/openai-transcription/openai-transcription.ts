// Speech recognition over OpenAI's HTTP API, which other servers implement as well: whole utterances, again and again.
import { Agent } from 'undici'
import type { OutsideError } from '#server/platform/outside-error.ts'
import { createPreRoll, createUtterance, type Utterance } from '#server/platform/vendor-speech/spoken-audio.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { type TranscriptionServer, transcribe, transcribeAgain } from './transcribe.ts'

export interface OpenAiTranscriptionOptions {
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

const preRollMs = 300
/** An interim result counts as final if its audio continued for this time after the last sound. */
const completeAfterMs = 120

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
        ...limits,
      }
      return openStream(server, listener, limits)
    },
  }
}

const onlyLanguage = ({ language, secondaryLanguages }: RecognitionSettings): string | undefined =>
  secondaryLanguages.every((code) => code === language) ? language : undefined

/** The part of the audio that is delivered with one `final`. */
interface Segment {
  utterance: Utterance
  /** Ends the request for interim words. */
  abort: AbortController
  isRequested: boolean
  hasFailed: boolean
  requestedMs: number
  /** The latest interim words, and how much of the audio they cover. */
  interim: { text: string; upToMs: number }
}

function openStream(
  server: TranscriptionServer,
  listener: RecognitionListener,
  { interimIntervalMs, maxUtteranceMs }: OpenAiTranscriptionLimits,
): RecognitionStream {
  const closing = new AbortController()
  const preRoll = createPreRoll(preRollMs)
  let segment: Segment | undefined
  /** Results are delivered in the order of the requests. */
  let deliveries = Promise.resolve()

  const startSegment = (): Segment => ({
    utterance: createUtterance(maxUtteranceMs),
    abort: new AbortController(),
    isRequested: false,
    hasFailed: false,
    requestedMs: 0,
    interim: { text: '', upToMs: 0 },
  })

  function requestInterim(current: Segment): void {
    const { utterance, abort, requestedMs, isRequested, hasFailed } = current
    const upToMs = utterance.durationMs()
    const isNew = utterance.lastSoundMs() > 0 && utterance.lastSoundMs() + completeAfterMs > requestedMs
    if (isRequested || hasFailed || !isNew || upToMs - requestedMs < interimIntervalMs) return
    current.isRequested = true
    current.requestedMs = upToMs
    transcribe(server, utterance.audio(), AbortSignal.any([abort.signal, closing.signal])).then(
      (text) => {
        current.isRequested = false
        if (segment !== current || closing.signal.aborted) return
        const isChanged = text !== '' && text !== current.interim.text
        current.interim = { text, upToMs }
        if (isChanged) listener.interim(text)
      },
      () => {
        // The request for the final words reports its own failure.
        current.isRequested = false
        current.hasFailed = true
      },
    )
  }

  function finalText({ utterance, abort, interim }: Segment): Promise<string> {
    const soundMs = utterance.lastSoundMs()
    abort.abort()
    if (soundMs === 0) return Promise.resolve('')
    if (interim.upToMs >= soundMs + completeAfterMs) return Promise.resolve(interim.text)
    return transcribeAgain(server, utterance.audio(), closing.signal)
  }

  function deliver(finished: Segment | undefined, isFinalized: boolean): void {
    const text = finished ? finalText(finished) : Promise.resolve('')
    deliveries = Promise.all([text, deliveries]).then(
      ([words]) => {
        if (words !== '' && !closing.signal.aborted) listener.final(words)
        if (isFinalized && !closing.signal.aborted) listener.finalized()
      },
      (error: OutsideError) => {
        if (closing.signal.aborted) return
        close()
        listener.failed(error)
      },
    )
  }

  function close(): void {
    if (closing.signal.aborted) return
    segment = undefined
    closing.abort()
    // Nothing can be reported after the end of the call.
    server.agent.destroy().catch(() => {})
  }

  return {
    write(audio) {
      if (closing.signal.aborted || audio.length === 0) return
      if (!segment) {
        preRoll.append(audio)
        return
      }
      for (let rest = audio; rest.length > 0; ) {
        rest = rest.subarray(segment.utterance.append(rest))
        if (segment.utterance.durationMs() < maxUtteranceMs) continue
        deliver(segment, false)
        segment = startSegment()
      }
      requestInterim(segment)
    },
    speechStarted() {
      if (closing.signal.aborted || segment) return
      segment = startSegment()
      segment.utterance.append(preRoll.take())
    },
    finalize() {
      if (closing.signal.aborted) return
      const finished = segment
      segment = undefined
      deliver(finished, true)
    },
    close,
  }
}
