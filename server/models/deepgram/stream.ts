// One recognition stream over a streaming API of Deepgram: connection, final words and requests to finalize.

import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { speechFailure } from '../vendor-speech/failures.ts'
import {
  openRecognitionSocket,
  type RecognitionSocket,
  type RecognitionSocketLimits,
} from '../vendor-speech/recognition-socket.ts'

export interface DeepgramOptions<Limits = DeepgramLimits> {
  apiKey: string
  /** Without the path. */
  baseUrl?: string
  limits?: Partial<Limits>
}

export interface DeepgramLimits extends RecognitionSocketLimits {
  /** The longest wait after a request to finalize, with and without interim words. */
  finalizeMs: { withWords: number; withoutWords: number }
}

interface DeepgramApi<Limits> {
  /** The name in error messages. */
  name: string
  path: string
  parametersOf(settings: RecognitionSettings): [string, string][]
  /** The languages that a stream with these settings recognizes. */
  languagesOf(settings: RecognitionSettings): readonly string[]
  defaultLimits: Limits
  keepAliveMessage?: string
  /** Without it, the API delivers final words without a request. */
  finalizeMessage?: string
  createProtocol(stream: DeepgramStream, listener: RecognitionListener, limits: Limits): DeepgramProtocol
}

/** Positions are bytes since the start of the call. */
export interface DeepgramStream extends RecognitionSocket {
  isClosed(): boolean
  /** The words of the audio before this position have been delivered as final. */
  settledTo(): number
  /** Delivers the text as final, unless it is empty. `language` was detected in it. */
  settle(text: string, position: number, language?: string): void
  requestFinal(answers: number): void
  finalizer: ReturnType<typeof createFinalizer>
}

export interface DeepgramProtocol {
  /** A new connection has received the audio that was not settled. */
  opened?(): void
  message(fields: Record<string, unknown>): void
  hasInterim(): boolean
  /** Delivers the interim words as final. */
  settleInterim(): void
  written?(audio: Uint8Array): void
  finalizing?(): void
  closed(): void
}

export function createDeepgramAdapter<Limits extends DeepgramLimits>(api: DeepgramApi<Limits>) {
  return ({ apiKey, baseUrl = 'https://api.deepgram.com', limits }: DeepgramOptions<Limits>): SpeechToText => ({
    open(settings, listener) {
      const url = new URL(baseUrl.replace(/\/$/, '') + api.path)
      for (const [name, value] of api.parametersOf(settings)) url.searchParams.append(name, value)
      const headers = { authorization: `Token ${apiKey}` }
      const stream = openStream(api, { url, headers }, listener, { ...api.defaultLimits, ...limits })
      const languages = api.languagesOf(settings)
      return { ...stream, hears: (language) => languages.includes(language) }
    },
  })
}

function openStream<Limits extends DeepgramLimits>(
  { name, keepAliveMessage, finalizeMessage, createProtocol }: DeepgramApi<Limits>,
  address: { url: URL; headers: Record<string, string> },
  listener: RecognitionListener,
  limits: Limits,
): RecognitionStream {
  let isClosed = false
  let settledTo = 0

  const finalizer = createFinalizer({
    send() {
      if (finalizeMessage !== undefined) socket.send(finalizeMessage)
    },
    waitMs: () => (protocol.hasInterim() ? limits.finalizeMs.withWords : limits.finalizeMs.withoutWords),
    // Words that arrive later are delivered later, but none twice.
    expired: () => protocol.settleInterim(),
    finalized() {
      if (!isClosed) listener.finalized()
    },
  })

  const socket = openRecognitionSocket(
    { ...address, limits, keepAliveMessage, closeMessage: '{"type":"CloseStream"}', settledTo: () => settledTo },
    {
      opened() {
        protocol.opened?.()
        finalizer.resume()
      },
      message(fields) {
        if (fields.type === 'Error') socket.fail('unavailable')
        else protocol.message(fields)
      },
      interrupted: finalizer.pause,
      truncated: () => protocol.settleInterim(),
      failed(code) {
        close()
        listener.failed(speechFailure(name, code))
      },
    },
  )

  const requestFinal = (answers: number) => finalizer.request(socket.end(), { answers, isOpen: socket.isOpen() })

  function settle(text: string, position: number, language?: string): void {
    settledTo = Math.max(settledTo, Math.min(position, socket.end()))
    if (text && !isClosed) listener.final(text, language)
  }

  const stream = { ...socket, isClosed: () => isClosed, settledTo: () => settledTo, settle, requestFinal, finalizer }
  const protocol = createProtocol(stream, listener, limits)

  function close(): void {
    if (isClosed) return
    isClosed = true
    protocol.closed()
    finalizer.pause()
    socket.close()
  }

  return {
    write(audio) {
      socket.write(audio)
      protocol.written?.(audio)
    },
    // Deepgram detects speech itself.
    speechStarted() {},
    finalize() {
      if (isClosed) return
      requestFinal(1)
      protocol.finalizing?.()
    },
    close,
  }
}

interface Options {
  send(): void
  /** How long to wait for the answer. */
  waitMs(): number
  /** No answer arrived in time: the words that are known must be delivered now. */
  expired(): void
  /** Reports one answered request. */
  finalized(): void
}

/** A Finalize message, the position of the audio before it, and the number of requests that it answers. */
interface Pending {
  position: number
  answers: number
}

/** The answer ends a little before the audio that was sent before the Finalize message. */
const toleranceBytes = 800

function createFinalizer({ send, waitMs, expired, finalized }: Options) {
  const pending: Pending[] = []
  let timer: NodeJS.Timeout | undefined

  function restartTimer(): void {
    clearTimeout(timer)
    timer = pending.length > 0 ? setTimeout(expire, waitMs()) : undefined
  }

  function expire(): void {
    const first = pending.shift()
    if (!first) return
    expired()
    answer(first)
    restartTimer()
  }

  function answer({ answers }: Pending): void {
    for (let count = 0; count < answers; count++) finalized()
  }

  return {
    /** While the connection is closed, requests are combined and sent by `resume`. */
    request(position: number, { answers, isOpen }: { answers: number; isOpen: boolean }): void {
      const last = pending.at(-1)
      if (last && (!isOpen || last.position === position)) {
        last.position = position
        last.answers += answers
        return
      }
      pending.push({ position, answers })
      if (!isOpen) return
      send()
      if (pending.length === 1) restartTimer()
    },
    /** Whether the audio of a request ends before the position. */
    isPendingBefore: (position: number): boolean => pending[0] !== undefined && pending[0].position <= position,
    /** All words before the position have been delivered. */
    settled(position: number, isAnswer: boolean): void {
      const reached = position + (isAnswer ? toleranceBytes : 0)
      const before = pending.length
      while (pending[0] && pending[0].position <= reached) answer(pending.shift()!)
      if (pending.length !== before) restartTimer()
    },
    /** The connection has closed. */
    pause(): void {
      clearTimeout(timer)
    },
    /** A new connection has received the audio again. */
    resume(): void {
      const last = pending.at(-1)
      if (!last) return
      const answers = pending.reduce((sum, entry) => sum + entry.answers, 0)
      pending.splice(0, pending.length, { position: last.position, answers })
      send()
      restartTimer()
    },
  }
}
