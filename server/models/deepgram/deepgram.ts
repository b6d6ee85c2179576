// Speech recognition by Deepgram over its live WebSocket API.

import { speechFailure } from '#server/platform/vendor-speech/failures.ts'
import { createFinalizer } from '#server/platform/vendor-speech/finalizer.ts'
import {
  defaultSocketLimits,
  openRecognitionSocket,
  type RecognitionSocketLimits,
} from '#server/platform/vendor-speech/recognition-socket.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { languageParameters } from './languages.ts'
import { readResult, textAfter } from './results.ts'

export interface DeepgramOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<DeepgramLimits>
}

export interface DeepgramLimits extends RecognitionSocketLimits {
  /** Words that stay interim for this time are finalized; Deepgram never finalizes some fast digits. */
  staleInterimMs: number
  /** The longest wait for the answer to a Finalize message, with and without interim words. */
  finalizeMs: { withWords: number; withoutWords: number }
}

/** Deepgram closes a connection without audio after 10 seconds. */
const defaultLimits: DeepgramLimits = {
  ...defaultSocketLimits,
  staleInterimMs: 1_500,
  finalizeMs: { withWords: 800, withoutWords: 350 },
}

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
  let isClosed = false
  /** The words of the audio before this position have been delivered as final. */
  let settledTo = 0
  let interim = ''
  let interimEnd = 0
  let hasUnendedTurn = false
  let staleTimer: NodeJS.Timeout | undefined

  const finalizer = createFinalizer({
    send: () => socket.send('{"type":"Finalize"}'),
    waitMs: () => (interim ? limits.finalizeMs.withWords : limits.finalizeMs.withoutWords),
    // Words that arrive later are delivered later, but none twice.
    expired: () => settle(interim, interimEnd),
    finalized: () => {
      if (!isClosed) listener.finalized()
    },
  })

  const socket = openRecognitionSocket(
    {
      ...address,
      limits,
      keepAliveMessage: '{"type":"KeepAlive"}',
      closeMessage: '{"type":"CloseStream"}',
      settledTo: () => settledTo,
    },
    {
      opened: finalizer.resume,
      message,
      interrupted: finalizer.pause,
      truncated: () => settle(interim, interimEnd),
      failed(code) {
        close()
        listener.failed(speechFailure('Deepgram', code))
      },
    },
  )

  function message(fields: Record<string, unknown>) {
    if (fields.type === 'Results') return results(fields)
    if (fields.type === 'Error') return socket.fail('unavailable')
    if (fields.type === 'UtteranceEnd' && hasUnendedTurn) {
      hasUnendedTurn = false
      listener.turnEnded()
    }
  }

  function results(fields: Record<string, unknown>) {
    const result = readResult(fields)
    if (!result) return socket.fail('unreadable')
    const text = textAfter(result, settledTo - socket.connectionStart())
    const end = socket.connectionStart() + result.end
    if (result.isFinal) {
      settle(text, end)
      finalizer.settled(end, result.fromFinalize)
    } else if (text && text !== interim) {
      interim = text
      interimEnd = end
      clearTimeout(staleTimer)
      staleTimer = setTimeout(() => requestFinal(0), limits.staleInterimMs)
      listener.interim(text)
    }
  }

  function requestFinal(answers: number): void {
    finalizer.request(socket.end(), { answers, isOpen: socket.isOpen() })
  }

  /** Delivers the text as final. Later results for the audio before the position are ignored. */
  function settle(text: string, position: number): void {
    clearTimeout(staleTimer)
    settledTo = Math.max(settledTo, Math.min(position, socket.end()))
    interim = ''
    if (!text || isClosed) return
    hasUnendedTurn = true
    listener.final(text)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearTimeout(staleTimer)
    finalizer.pause()
    socket.close()
  }

  return {
    write: socket.write,
    // Deepgram detects speech itself.
    speechStarted() {},
    finalize() {
      if (!isClosed) requestFinal(1)
    },
    close,
  }
}
