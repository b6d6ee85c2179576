// Recognition streams for a recognizer of whole utterances, which recognizes an utterance repeatedly while it is spoken.
import { setTimeout as delay } from 'node:timers/promises'
import type { OutsideError } from '#server/platform/outside-error.ts'
import type { RecognitionListener, RecognitionStream } from '#server/ports/speech-to-text.ts'
import { createPreRoll, createUtterance, type Utterance } from './spoken-audio.ts'

export interface UtteranceRecognizer {
  /** A longer utterance is recognized in parts. */
  maxUtteranceMs: number
  /** After this time, the words before the next pause become final. Default: `maxUtteranceMs`. */
  commitAfterMs?: number
  /** The pause before the only repetition of a failed recognition of final words. */
  retryAfterMs: number
  /** Interim words come from a faster model, so they never count as final. Default: no. */
  hasInterimModel?: boolean
  /** Returns the trimmed words of mu-law audio at 8,000 Hz. Throws an `OutsideError`. */
  recognize(audio: Uint8Array, options: { signal: AbortSignal; isInterim: boolean }): Promise<string>
  /** The language (ISO 639-1) that the vendor detected in these words. */
  languageOf?(words: string): string | undefined
  /**
   * Whether to recognize interim words, given the audio since the last time, the silence at its end, and all audio since
   * speech started.
   */
  isInterimDue(newMs: number, silentMs: number, allMs: number): boolean
  /**
   * Whether to recognize the words before they are asked for, because the customer may have stopped speaking. Default: no.
   * `isBusy`: interim words of the same utterance are being recognized.
   */
  recognizesAhead?(isBusy: boolean): boolean
  /** Called once, when the stream is closed or has failed. */
  closed?(): void
}

/** The part of an utterance that is delivered with one `final`. */
interface Segment {
  utterance: Utterance
  /** The length of the segments before it since speech started. */
  beforeMs: number
  /** The latest recognition of the beginning of the segment. Interim words are recognized again only after it has succeeded. */
  latest: Recognition | undefined
  interim: string
}

interface Recognition {
  upToMs: number
  /** It was started because the customer might have stopped speaking. */
  isAhead: boolean
  text: Promise<string>
  state: 'running' | 'done' | 'failed'
  abort: AbortController
}

const preRollMs = 300
/** An interim result counts as final if its audio continued for this time after the last sound. */
const completeAfterMs = 120
/** The end of speech is known at most this long after the customer might have stopped speaking. */
const aheadMs = 200
/** People pause for this time between the parts of a sentence. */
const commitPauseMs = 160
/** Every further request would fail in the same way. */
const lastingFailures: ReadonlySet<string> = new Set(['not_found', 'unauthorised', 'quota_exhausted'])

const lengthUpTo = ({ beforeMs, utterance }: Segment): number => beforeMs + utterance.durationMs()

export function openUtteranceRecognition(
  {
    maxUtteranceMs,
    commitAfterMs,
    retryAfterMs,
    hasInterimModel = false,
    recognize,
    languageOf,
    isInterimDue,
    recognizesAhead,
    closed,
  }: UtteranceRecognizer,
  listener: RecognitionListener,
): RecognitionStream {
  const closing = new AbortController()
  const preRoll = createPreRoll(preRollMs)
  let segment: Segment | undefined
  /** Results are delivered in the order of the audio. */
  let deliveries = Promise.resolve()

  const startSegment = (beforeMs = 0): Segment => ({
    utterance: createUtterance(maxUtteranceMs),
    beforeMs,
    latest: undefined,
    interim: '',
  })

  function recognizeInterim(current: Segment): void {
    const { utterance, latest } = current
    const upToMs = utterance.durationMs()
    const soundMs = utterance.lastSoundMs()
    const recognizedMs = latest?.upToMs ?? 0
    const isNew = soundMs > 0 && soundMs + completeAfterMs > recognizedMs
    const isPossible = latest === undefined || latest.state === 'done'
    if (!isNew || !isPossible) return
    if (!isInterimDue(upToMs - recognizedMs, upToMs - soundMs, current.beforeMs + upToMs)) return
    startRecognition(current, false)
  }

  function startRecognition(current: Segment, isAhead: boolean): void {
    const { utterance } = current
    const upToMs = utterance.durationMs()
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, closing.signal])
    const text = recognize(utterance.audio(), { signal, isInterim: !isAhead })
    const recognition: Recognition = { upToMs, isAhead, text, state: 'running', abort }
    current.latest = recognition
    text.then(
      async (words) => {
        recognition.state = 'done'
        await deliveries
        if (closing.signal.aborted || segment !== current || words === '' || words === current.interim) return
        current.interim = words
        listener.interim(words)
      },
      (error: OutsideError) => {
        recognition.state = 'failed'
        // Other failures are reported if the recognition of the final words fails as well.
        if (!closing.signal.aborted && lastingFailures.has(error.code)) fail(error)
      },
    )
  }

  function isComplete({ utterance }: Segment, { upToMs, isAhead }: Recognition): boolean {
    const isRecent = utterance.durationMs() - upToMs <= aheadMs
    const isFinal = isAhead || !hasInterimModel
    return (isAhead && isRecent) || (isFinal && upToMs >= utterance.lastSoundMs() + completeAfterMs)
  }

  function finalText(finished: Segment): string | Promise<string> {
    const { utterance, latest } = finished
    const soundMs = utterance.lastSoundMs()
    if (soundMs > 0 && latest && isComplete(finished, latest))
      return latest.text.catch(() => recognizeFinal(utterance.audio()))
    latest?.abort.abort()
    return soundMs > 0 ? recognizeFinal(utterance.audio()) : ''
  }

  /** Delivers the words of a segment that is as long as possible, and begins the next one with the rest. */
  function cut(current: Segment): Segment {
    const rest = current.utterance.takeRest()
    const next = startSegment(lengthUpTo(current))
    next.utterance.append(rest)
    current.latest?.abort.abort()
    deliver({ ...current, latest: undefined }, false)
    return next
  }

  function isCommitDue({ durationMs, lastSoundMs }: Utterance): boolean {
    const isLong = commitAfterMs !== undefined && lastSoundMs() >= commitAfterMs
    return isLong && durationMs() - lastSoundMs() >= commitPauseMs
  }

  async function recognizeFinal(audio: Uint8Array): Promise<string> {
    try {
      return await recognize(audio, { signal: closing.signal, isInterim: false })
    } catch (error) {
      if (!(error as OutsideError).retryable || closing.signal.aborted) throw error
      await delay(retryAfterMs, undefined, { signal: closing.signal })
      return await recognize(audio, { signal: closing.signal, isInterim: false })
    }
  }

  function deliver(finished: Segment | undefined, isFinalized: boolean): void {
    deliveries = Promise.all([finished ? finalText(finished) : '', deliveries]).then(
      ([words]) => {
        if (words !== '' && !closing.signal.aborted) listener.final(words, languageOf?.(words))
        if (isFinalized && !closing.signal.aborted) listener.finalized()
      },
      (error: OutsideError) => {
        if (!closing.signal.aborted) fail(error)
      },
    )
  }

  function fail(error: OutsideError): void {
    close()
    listener.failed(error)
  }

  function close(): void {
    if (closing.signal.aborted) return
    segment = undefined
    closing.abort()
    closed?.()
  }

  return {
    write(audio) {
      if (closing.signal.aborted || audio.length === 0) return
      if (!segment) return preRoll.append(audio)
      for (let rest = audio; rest.length > 0; ) {
        rest = rest.subarray(segment.utterance.append(rest))
        if (segment.utterance.durationMs() === maxUtteranceMs) segment = cut(segment)
      }
      recognizeInterim(segment)
      if (isCommitDue(segment.utterance)) {
        deliver(segment, false)
        segment = startSegment(lengthUpTo(segment))
      }
    },
    speechStarted() {
      if (closing.signal.aborted || segment) return
      segment = startSegment()
      segment.utterance.append(preRoll.take())
    },
    speechMayHavePaused() {
      if (!segment) return
      const isBusy = segment.latest?.state === 'running'
      if (segment.utterance.lastSoundMs() > 0 && recognizesAhead?.(isBusy)) startRecognition(segment, true)
    },
    finalize() {
      if (closing.signal.aborted) return
      deliver(segment, true)
      segment = undefined
    },
    close,
  }
}
