// Speech recognition by Deepgram Flux, which also recognizes when the customer's turn is complete.
import { speechFailure } from '#server/platform/vendor-speech/failures.ts'
import { createFinalizer } from '#server/platform/vendor-speech/finalizer.ts'
import {
  defaultSocketLimits,
  openRecognitionSocket,
  type RecognitionSocketLimits,
} from '#server/platform/vendor-speech/recognition-socket.ts'
import { isLoud } from '#server/platform/vendor-speech/spoken-audio.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { modelParameters } from './languages.ts'
import { endOfWords, readTurnInfo, type TurnInfo, wordsAfter } from './turn-info.ts'

export interface DeepgramFluxOptions {
  apiKey: string
  baseUrl?: string
  limits?: Partial<DeepgramFluxLimits>
}

export interface DeepgramFluxLimits extends RecognitionSocketLimits {
  /** The longest wait after `finalize` until Flux has heard the audio before it, with and without interim words. */
  finalizeMs: { withWords: number; withoutWords: number }
}

const defaultLimits: DeepgramFluxLimits = { ...defaultSocketLimits, finalizeMs: { withWords: 700, withoutWords: 400 } }

/** Protocol: https://developers.deepgram.com/reference/speech-to-text/listen-flux */
export function createDeepgramFluxSpeechToText({ apiKey, baseUrl, limits }: DeepgramFluxOptions): SpeechToText {
  const headers = { authorization: `Token ${apiKey}` }
  return {
    open: (settings, listener) =>
      openStream({ url: listenUrl(baseUrl, settings), headers }, listener, { ...defaultLimits, ...limits }),
  }
}

function listenUrl(baseUrl = 'https://api.deepgram.com', settings: RecognitionSettings): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/v2/listen`)
  const parameters: [string, string][] = [
    ...modelParameters(settings.language, settings.secondaryLanguages),
    ['encoding', 'mulaw'],
    ['sample_rate', '8000'],
    ['eot_threshold', '0.7'],
    ['eager_eot_threshold', '0.5'],
    ['eot_timeout_ms', '3000'],
  ]
  for (const [name, value] of parameters) url.searchParams.append(name, value)
  return url
}

function openStream(
  address: { url: URL; headers: Record<string, string> },
  listener: RecognitionListener,
  limits: DeepgramFluxLimits,
): RecognitionStream {
  let isClosed = false
  /** The words of the audio before this position have been delivered as final. */
  let settledTo = 0
  /** The words of the current turn that have been delivered as final. */
  let deliveredWords = 0
  let latest: TurnInfo | undefined
  let interim = ''
  let heardTo = 0
  /** At this position, Flux considered the turn to be over, possibly too early. */
  let pausedAt: number | undefined
  /** The position after the last sound that was written. */
  let soundEnd = 0
  let answerTimer: NodeJS.Immediate | undefined

  const finalizer = createFinalizer({
    // Flux delivers words without a request. Its ForceEndTurn would also end the turn.
    send() {},
    waitMs: () => (interim ? limits.finalizeMs.withWords : limits.finalizeMs.withoutWords),
    // Words that arrive later are delivered later, but none twice.
    expired: settleInterim,
    finalized: () => {
      if (!isClosed) listener.finalized()
    },
  })

  const socket = openRecognitionSocket(
    { ...address, limits, closeMessage: '{"type":"CloseStream"}', settledTo: () => settledTo },
    {
      opened() {
        startTurn()
        finalizer.resume()
      },
      message,
      interrupted: finalizer.pause,
      truncated: settleInterim,
      failed(code) {
        close()
        listener.failed(speechFailure('Deepgram Flux', code))
      },
    },
  )

  function message(fields: Record<string, unknown>) {
    if (fields.type === 'Error') return socket.fail('unavailable')
    if (fields.type !== 'TurnInfo') return
    const info = readTurnInfo(fields)
    if (!info) return socket.fail('unreadable')
    latest = info
    heardTo = socket.connectionStart() + info.heardTo
    const text = wordsAfter(info, settledTo - socket.connectionStart(), deliveredWords)
    if (info.event === 'EndOfTurn') return endTurn(text)
    if (text && text !== interim) listener.interim(text)
    interim = text
    pausedAt = info.event === 'EagerEndOfTurn' ? heardTo : info.event === 'Update' ? pausedAt : undefined
    answer()
  }

  function endTurn(text: string): void {
    interim = text
    const hasWords = text !== '' || deliveredWords > 0
    settleInterim()
    startTurn()
    pausedAt = heardTo
    if (hasWords && !isClosed) listener.turnEnded()
    answer()
  }

  function startTurn(): void {
    latest = undefined
    interim = ''
    deliveredWords = 0
    pausedAt = undefined
  }

  /** Answers the requests whose audio has been heard, or of which only silence after the end of a turn has not. */
  function answer(): void {
    const isSilent = pausedAt !== undefined && soundEnd <= pausedAt
    const position = isSilent ? socket.end() : heardTo
    if (isClosed || !finalizer.isPendingBefore(position)) return
    settleInterim()
    finalizer.settled(position, false)
  }

  /** Delivers the interim words as final. */
  function settleInterim(): void {
    if (!latest || !interim || isClosed) return
    const text = interim
    interim = ''
    const end = socket.connectionStart() + (endOfWords(latest) ?? latest.heardTo)
    settledTo = Math.max(settledTo, Math.min(end, socket.end()))
    deliveredWords = latest.words.length
    listener.final(text)
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    clearImmediate(answerTimer)
    finalizer.pause()
    socket.close()
  }

  return {
    write(audio) {
      socket.write(audio)
      const last = audio.findLastIndex(isLoud)
      if (last >= 0) soundEnd = socket.end() - audio.length + last + 1
    },
    // Flux detects speech itself.
    speechStarted() {},
    finalize() {
      if (isClosed) return
      finalizer.request(socket.end(), { answers: 1, isOpen: socket.isOpen() })
      clearImmediate(answerTimer)
      answerTimer = setImmediate(answer)
    },
    close,
  }
}
