// Recognition that continues with the next vendor when one fails, without losing the customer's words.
import type { Log } from '#server/platform/observability/log.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechFailure,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { createAudioHistory } from '../vendor-speech/audio-history.ts'
import { speechFailure } from '../vendor-speech/failures.ts'
import type { Recognizer } from '../vendor-speech/speech-vendor.ts'

interface Options {
  log: Log
  /** The longest wait for the words of an utterance, except those of the last recognizer. Default: 2,500. */
  finalizeDeadlineMs?: number
}

/** Three seconds: the audio before speech was detected, and what a vendor that delivers words at once still owes. */
const replayBytes = 24_000
/** Thirty seconds, for a vendor that recognizes whole utterances. */
const maxReplayBytes = 240_000
/** A final text arrives about 200 ms after the end of its audio. */
const finalDelayBytes = 1_600

/**
 * The vendors of the account itself are asked first, and among them the vendor of the settings; then the others in the same
 * way. Only those that support the language are asked.
 * After a failure, the next one receives the audio that has not been delivered as final: of an utterance up to 30 seconds.
 */
export function createFallbackSpeechToText(recognizers: readonly Recognizer[], options: Options): SpeechToText {
  return {
    open(settings, listener) {
      const supported = recognizers.filter(({ supports }) => supports(settings.language))
      const rank = ({ vendor, isOwn }: Recognizer) => (isOwn ? 0 : 2) + (vendor === settings.vendor ? 0 : 1)
      supported.sort((a, b) => rank(a) - rank(b))
      return openStream(supported, settings, listener, options)
    },
  }
}

function openStream(
  recognizers: readonly Recognizer[],
  settings: RecognitionSettings,
  listener: RecognitionListener,
  { log, finalizeDeadlineMs = 2_500 }: Options,
): RecognitionStream {
  const history = createAudioHistory(replayBytes, maxReplayBytes)
  let current = -1
  let stream: RecognitionStream | undefined
  let isClosed = false
  let isSpeaking = false
  let settledTo = 0
  /** The positions of the audio before each unanswered `finalize`. */
  const unanswered: number[] = []
  let deadline: NodeJS.Timeout | undefined

  function next(failure: SpeechFailure) {
    if (isClosed) return
    clearTimeout(deadline)
    const from = recognizers[current]
    const to = recognizers[current + 1]
    stream?.close()
    if (!to) {
      close()
      return listener.failed(failure)
    }
    start(current + 1)
    if (!from) return
    const fallback = { from: from.vendor, to: to.vendor, code: failure.code }
    log.warn(fallback, 'speech recognition failed, another vendor continues')
    listener.fellBack?.(fallback)
  }

  function start(index: number): void {
    current = index
    const { adapter, vendor } = recognizers[index]!
    const ifCurrent =
      <A extends unknown[]>(report: (...values: A) => void) =>
      (...values: A) => {
        if (current === index && !isClosed) report(...values)
      }
    const opened = adapter.open(
      { ...settings, vendor },
      {
        interim: ifCurrent((text) => listener.interim(text)),
        final: ifCurrent((text, language) => {
          settledTo = Math.max(settledTo, history.end() - finalDelayBytes)
          listener.final(text, language)
        }),
        finalized: ifCurrent(() => {
          settledTo = Math.max(settledTo, unanswered.shift() ?? 0)
          armDeadline()
          listener.finalized()
        }),
        turnEnded: ifCurrent(() => listener.turnEnded()),
        failed: ifCurrent(next),
      },
    )
    stream = opened
    if (isSpeaking || unanswered.length > 0) opened.speechStarted()
    history.read(settledTo, (piece) => opened.write(piece))
    for (const _ of unanswered) opened.finalize()
    armDeadline()
  }

  function armDeadline(): void {
    clearTimeout(deadline)
    const { vendor } = recognizers[current]!
    if (unanswered.length > 0 && current < recognizers.length - 1)
      deadline = setTimeout(() => next(speechFailure(`The recognizer of ${vendor}`, 'timeout')), finalizeDeadlineMs)
  }

  function close(): void {
    isClosed = true
    clearTimeout(deadline)
    stream?.close()
  }

  if (recognizers.length > 0) start(0)
  else setImmediate(() => next(speechFailure('Speech recognition', 'language_not_supported')))

  return {
    write(audio) {
      if (isClosed) return
      if (!isSpeaking && unanswered.length === 0) settledTo = Math.max(settledTo, history.end() - replayBytes)
      history.append(audio, settledTo)
      stream?.write(audio)
    },
    speechStarted() {
      if (isClosed) return
      isSpeaking = true
      stream?.speechStarted()
    },
    speechMayHavePaused: () => stream?.speechMayHavePaused?.(),
    finalize() {
      if (isClosed) return
      isSpeaking = false
      unanswered.push(history.end())
      stream?.finalize()
      if (stream && unanswered.length === 1) armDeadline()
    },
    hearsAnyVolume: () => stream?.hearsAnyVolume?.() ?? false,
    hears: (language) => stream?.hears?.(language) ?? false,
    close,
  }
}
