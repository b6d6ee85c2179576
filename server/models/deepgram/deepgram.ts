// Speech recognition by Deepgram over its live WebSocket API.

import { createAudioHistory } from '#server/platform/vendor-speech/audio-history.ts'
import { type FailureCode, isRetryable, speechFailure } from '#server/platform/vendor-speech/failures.ts'
import { openVendorSocket, type VendorSocket } from '#server/platform/vendor-speech/socket.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { createFinalizer } from './finalizer.ts'
import { languageParameters } from './languages.ts'
import { readResult, textAfter } from './results.ts'

export interface DeepgramOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<DeepgramLimits>
}

export interface DeepgramLimits {
  connectTimeoutMs: number
  /** The pauses before new connections. When they are used up, recognition fails. */
  reconnectDelaysMs: readonly number[]
  /** A connection that worked for this time resets the number of attempts. */
  healthyMs: number
  /** Deepgram closes a connection without audio after 10 seconds. */
  keepAliveMs: number
  /** The longest time without any message while audio is sent. */
  stallMs: number
  /** Words that stay interim for this time are finalized; Deepgram never finalizes some fast digits. */
  staleInterimMs: number
  /** The longest wait for the answer to a Finalize message, with and without interim words. */
  finalizeMs: { withWords: number; withoutWords: number }
}

const defaultLimits: DeepgramLimits = {
  connectTimeoutMs: 2_000,
  reconnectDelaysMs: [0, 200, 800],
  healthyMs: 5_000,
  keepAliveMs: 4_000,
  stallMs: 5_000,
  staleInterimMs: 1_500,
  finalizeMs: { withWords: 800, withoutWords: 350 },
}

/** Three seconds. */
const replayBytes = 24_000
/** A connection that cannot send half a minute of audio is replaced. */
const maxBufferedBytes = 240_000

/** Protocol: https://developers.deepgram.com/reference/speech-to-text/listen-streaming */
export function createDeepgramSpeechToText({ apiKey, baseUrl, limits }: DeepgramOptions): SpeechToText {
  const headers = { authorization: `Token ${apiKey}` }
  return {
    open: (settings, listener) =>
      openStream({ url: listenUrl(baseUrl, settings), headers }, listener, { ...defaultLimits, ...limits }),
  }
}

function listenUrl(baseUrl = 'https://api.deepgram.com', settings: RecognitionSettings): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/v1/listen`)
  const parameters: [string, string][] = [
    ['model', 'nova-3'],
    ['encoding', 'mulaw'],
    ['sample_rate', '8000'],
    ['channels', '1'],
    ['interim_results', 'true'],
    ['smart_format', 'true'],
    ['no_delay', 'true'],
    ['endpointing', '100'],
    ['utterance_end_ms', '1000'],
    ...languageParameters(settings.language, settings.secondaryLanguages),
  ]
  for (const [name, value] of parameters) url.searchParams.append(name, value)
  return url
}

function openStream(
  address: { url: URL; headers: Record<string, string> },
  listener: RecognitionListener,
  limits: DeepgramLimits,
): RecognitionStream {
  const history = createAudioHistory(replayBytes)
  let socket: VendorSocket | undefined
  let isOpen = false
  let isClosed = false
  let attempts = 0
  let openedAt = 0
  /** The position of the first byte of this connection, and of the next byte to send. */
  let connectionStart = 0
  let sentTo = 0
  /** The words of the audio before this position have been delivered as final. */
  let settledTo = 0
  let interim = ''
  let interimEnd = 0
  let hasUnendedTurn = false
  let lastSentAt = 0
  let lastMessageAt = 0
  let sentToAtLastMessage = 0
  let reconnectTimer: NodeJS.Timeout | undefined
  let staleTimer: NodeJS.Timeout | undefined
  const monitor = setInterval(checkConnection, Math.min(1_000, limits.keepAliveMs / 2))

  const finalizer = createFinalizer({
    send: () => send('{"type":"Finalize"}'),
    waitMs: () => (interim ? limits.finalizeMs.withWords : limits.finalizeMs.withoutWords),
    // Words that arrive later are delivered later, but none twice.
    expired: () => settle(interim, interimEnd),
    finalized: () => {
      if (!isClosed) listener.finalized()
    },
  })

  function connect(): void {
    socket = openVendorSocket(
      { ...address, connectTimeoutMs: limits.connectTimeoutMs },
      {
        opened() {
          isOpen = true
          connectionStart = sentTo = Math.max(history.start(), settledTo)
          openedAt = lastMessageAt = performance.now()
          sentToAtLastMessage = sentTo
          sendAudio()
          finalizer.resume()
        },
        message,
        closed,
      },
    )
  }

  function send(data: string | Uint8Array): void {
    socket?.send(data)
    lastSentAt = performance.now()
  }

  function sendAudio(): void {
    history.read(sentTo, send)
    sentTo = history.end()
    if (socket && socket.bufferedBytes() > maxBufferedBytes) socket.fail('stalled')
  }

  function message(fields: Record<string, unknown>) {
    lastMessageAt = performance.now()
    sentToAtLastMessage = sentTo
    if (fields.type === 'Results') return results(fields)
    if (fields.type === 'Error') return socket?.fail('unavailable')
    if (fields.type === 'UtteranceEnd' && hasUnendedTurn) {
      hasUnendedTurn = false
      listener.turnEnded()
    }
  }

  function results(fields: Record<string, unknown>) {
    const result = readResult(fields)
    if (!result) return socket?.fail('unreadable')
    const text = textAfter(result, settledTo - connectionStart)
    const end = connectionStart + result.end
    if (result.isFinal) {
      settle(text, end)
      finalizer.settled(end, result.fromFinalize)
    } else if (text && text !== interim) {
      interim = text
      interimEnd = end
      clearTimeout(staleTimer)
      staleTimer = setTimeout(() => finalizer.request(history.end(), { answers: 0, isOpen }), limits.staleInterimMs)
      listener.interim(text)
    }
  }

  /** Delivers the text as final. Later results for the audio before the position are ignored. */
  function settle(text: string, position: number): void {
    clearTimeout(staleTimer)
    settledTo = Math.max(settledTo, Math.min(position, history.end()))
    interim = ''
    if (!text || isClosed) return
    hasUnendedTurn = true
    listener.final(text)
  }

  function closed(code: FailureCode): void {
    const now = performance.now()
    if (isOpen && now - openedAt > limits.healthyMs && lastMessageAt > openedAt) attempts = 0
    isOpen = false
    socket = undefined
    finalizer.pause()
    const delayMs = limits.reconnectDelaysMs[attempts++]
    if (isRetryable(code) && delayMs !== undefined) {
      reconnectTimer = setTimeout(connect, delayMs)
      return
    }
    close()
    listener.failed(speechFailure('Deepgram', code))
  }

  function checkConnection(): void {
    if (!isOpen) return
    const now = performance.now()
    const isStalled = now - lastMessageAt > limits.stallMs && sentTo - sentToAtLastMessage >= limits.stallMs * 8
    if (isStalled) socket?.fail('stalled')
    else if (now - lastSentAt >= limits.keepAliveMs) send('{"type":"KeepAlive"}')
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearInterval(monitor)
    clearTimeout(reconnectTimer)
    clearTimeout(staleTimer)
    finalizer.pause()
    socket?.close('{"type":"CloseStream"}')
  }

  connect()
  return {
    write(audio) {
      if (isClosed || audio.length === 0) return
      history.append(audio)
      if (isOpen) sendAudio()
    },
    // Deepgram detects speech itself.
    speechStarted() {},
    finalize() {
      if (!isClosed) finalizer.request(history.end(), { answers: 1, isOpen })
    },
    close,
  }
}
