// Speech recognition without a vendor: Moonshine recognizes whole utterances, again and again while they are spoken.
import { type Moonshine, maxUtteranceMs } from '@parley/speech'
import { OutsideError } from '#server/platform/outside-error.ts'
import { createPreRoll, createUtterance, type Utterance } from '#server/platform/vendor-speech/spoken-audio.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { failureOf } from './failure.ts'

const preRollMs = 300
const interimIntervalMs = 300
/** A pause of this length is used to recognize what was said, because the utterance may be over. */
const pauseMs = 160
/** An interim result counts as final if its audio continued for this time after the last sound. */
const completeAfterMs = 120

/** Recognizes English only. */
export function createOfflineSpeechToText(moonshine: Moonshine): SpeechToText {
  return {
    open(settings, listener) {
      return hearsEnglish(settings) ? openStream(moonshine, listener) : refuseLanguage(listener)
    },
  }
}

const hearsEnglish = ({ language, secondaryLanguages }: RecognitionSettings): boolean =>
  language === 'en' || secondaryLanguages.includes('en')

function refuseLanguage(listener: RecognitionListener): RecognitionStream {
  const message = 'Without a vendor for speech recognition, only English is understood.'
  const refusal = setImmediate(() =>
    listener.failed(new OutsideError('language_not_supported', message, { retryable: false })),
  )
  return { write() {}, speechStarted() {}, finalize() {}, close: () => clearImmediate(refusal) }
}

/** The part of an utterance that is delivered with one `final`. */
interface Segment {
  utterance: Utterance
  /** The latest recognition of the beginning of the segment. */
  latest: { upToMs: number; text: Promise<string> } | undefined
  isRecognizing: boolean
  interim: string
}

function openStream(moonshine: Moonshine, listener: RecognitionListener): RecognitionStream {
  const closing = new AbortController()
  const preRoll = createPreRoll(preRollMs)
  let segment: Segment | undefined
  /** Results are delivered in the order of the requests. */
  let deliveries = Promise.resolve()

  function startSegment(): Segment {
    return { utterance: createUtterance(maxUtteranceMs), latest: undefined, isRecognizing: false, interim: '' }
  }

  /** Retries once, because a worker that ends takes its request with it. */
  async function recognize(audio: Uint8Array): Promise<string> {
    try {
      return await moonshine.recognize(audio, closing.signal)
    } catch (error) {
      if (closing.signal.aborted || !failureOf(error).retryable) throw error
      return await moonshine.recognize(audio, closing.signal)
    }
  }

  /** Interim words become rarer under load, because they wait for an idle recognizer. */
  function recognizeInterim(current: Segment): void {
    const { utterance } = current
    const recognizedMs = current.latest?.upToMs ?? 0
    const newMs = utterance.durationMs() - recognizedMs
    const pausedMs = utterance.durationMs() - utterance.lastSoundMs()
    const isNew = utterance.lastSoundMs() + completeAfterMs > recognizedMs && utterance.lastSoundMs() > 0
    const isDue = newMs >= interimIntervalMs || pausedMs >= pauseMs
    if (!isNew || !isDue || current.isRecognizing || !moonshine.isIdle()) return
    current.isRecognizing = true
    const text = moonshine.recognize(utterance.audio(), closing.signal)
    current.latest = { upToMs: utterance.durationMs(), text }
    text.then(
      (words) => {
        current.isRecognizing = false
        if (closing.signal.aborted || segment !== current || words === '' || words === current.interim) return
        current.interim = words
        listener.interim(words)
      },
      () => {
        // The words are recognized again; the last attempt reports its failure.
        current.isRecognizing = false
        current.latest = undefined
      },
    )
  }

  function finalText({ utterance, latest }: Segment): Promise<string> {
    if (utterance.lastSoundMs() === 0) return Promise.resolve('')
    if (!latest || latest.upToMs < utterance.lastSoundMs() + completeAfterMs) return recognize(utterance.audio())
    const again = () => recognize(utterance.audio())
    return latest.text.catch(again)
  }

  function deliver(finished: Segment | undefined, isFinalized: boolean): void {
    const text = finished ? finalText(finished) : Promise.resolve('')
    deliveries = Promise.all([text, deliveries]).then(
      ([words]) => {
        if (words !== '' && !closing.signal.aborted) listener.final(words)
        if (isFinalized && !closing.signal.aborted) listener.finalized()
      },
      (error: unknown) => {
        if (closing.signal.aborted) return
        close()
        listener.failed(failureOf(error))
      },
    )
  }

  function close(): void {
    segment = undefined
    closing.abort()
  }

  return {
    write(audio) {
      if (closing.signal.aborted || audio.length === 0) return
      if (!segment) return preRoll.append(audio)
      for (let rest = audio; rest.length > 0; ) {
        rest = rest.subarray(segment.utterance.append(rest))
        if (segment.utterance.durationMs() < maxUtteranceMs) continue
        deliver(segment, false)
        segment = startSegment()
      }
      recognizeInterim(segment)
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
