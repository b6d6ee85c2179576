// Speech recognition without a vendor: Moonshine recognizes whole utterances, repeatedly while they are spoken.
import { type Moonshine, maxUtteranceMs } from '@parley/speech'
import { OutsideError } from '#server/platform/outside-error.ts'
import type {
  RecognitionListener,
  RecognitionSettings,
  RecognitionStream,
  SpeechToText,
} from '#server/ports/speech-to-text.ts'
import { openUtteranceRecognition, type UtteranceRecognizer } from '../vendor-speech/utterance-recognition.ts'
import { failureOf } from './failure.ts'

const interimIntervalMs = 300
/** The first words show whether the customer interrupts the assistant. They take little time to recognize. */
const firstIntervalMs = 100
const firstWordsMs = 1_000
/** After a longer gap, the words may be complete, so they are recognized once, in the pause. */
const gapMs = 60
/** Longer speech is recognized in parts, because a model needs 50 ms for each second of it. */
const commitAfterMs = 5_000

/** Recognizes English only. */
export function createOfflineSpeechToText(moonshine: Moonshine): SpeechToText {
  return {
    open(settings, listener) {
      if (!hearsEnglish(settings)) return refuseLanguage(listener)
      moonshine.prepare()
      return openStream(moonshine, listener)
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

function openStream(moonshine: Moonshine, listener: RecognitionListener): RecognitionStream {
  const recognizer: UtteranceRecognizer = {
    maxUtteranceMs,
    commitAfterMs,
    retryAfterMs: 0,
    hasInterimModel: true,
    recognize: (audio, options) =>
      moonshine.recognize(audio, options).catch((error: unknown) => {
        throw failureOf(error)
      }),
    // Interim words become rarer under load, because they wait for an idle recognizer.
    isInterimDue: (newMs, silentMs, allMs) => {
      const isFirst = allMs < firstWordsMs && silentMs < gapMs
      const isLong = newMs >= (isFirst ? firstIntervalMs : interimIntervalMs)
      return isLong && moonshine.isIdle()
    },
    recognizesAhead: (isBusy) => isBusy || moonshine.isIdle(),
  }
  const stream = openUtteranceRecognition(recognizer, listener)
  return {
    ...stream,
    speechStarted() {
      // The recognizer may have ended while the customer was silent.
      moonshine.prepare()
      stream.speechStarted()
    },
    hearsAnyVolume: () => true,
  }
}
