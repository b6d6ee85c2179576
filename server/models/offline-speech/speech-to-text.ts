// Speech recognition without a vendor: Moonshine recognizes whole utterances, repeatedly while they are spoken.
import { type Moonshine, maxUtteranceMs, SpeechError, type VoicePacks } from '@parley/speech'
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
const firstIntervalMs = 60
const firstWordsMs = 1_000
/** After a longer gap, the words may be complete, so they are recognized once, in the pause. */
const gapMs = 60
/** Longer speech is recognized in parts, because a model needs 50 ms for each second of it. */
const commitAfterMs = 5_000

type Recognizer = Pick<Moonshine, 'recognize' | 'prepare' | 'backlog'>

/** Recognizes English, and other languages with the installed voice packs. */
export function createOfflineSpeechToText(moonshine: Moonshine, packs?: VoicePacks): SpeechToText {
  return {
    open(settings, listener) {
      const find = () => recognizerOf(settings, moonshine, packs)
      const recognizer = find()
      if (!recognizer) return refuseLanguage(listener)
      recognizer.prepare()
      return openStream(recognizer, { hasInterimModel: recognizer === moonshine, find }, listener)
    },
  }
}

/** The recognizer of the first language that can be recognized. */
function recognizerOf(
  { language, secondaryLanguages }: RecognitionSettings,
  moonshine: Moonshine,
  packs: VoicePacks | undefined,
): Recognizer | undefined {
  for (const spoken of [language, ...secondaryLanguages]) {
    const recognizer = spoken === 'en' ? moonshine : packs?.recognizerFor(spoken)
    if (recognizer) return recognizer
  }
  return undefined
}

function refuseLanguage(listener: RecognitionListener): RecognitionStream {
  const refusal = setImmediate(() => listener.failed(languageNotSupported()))
  return { write() {}, speechStarted() {}, finalize() {}, close: () => clearImmediate(refusal) }
}

function languageNotSupported(): OutsideError {
  const message =
    'Without a vendor for speech recognition, only English and the languages of installed voice packs are understood.'
  return new OutsideError('language_not_supported', message, { retryable: false })
}

interface StreamOptions {
  hasInterimModel: boolean
  /** Finds the recognizer again after its pack was removed or replaced. */
  find(): Recognizer | undefined
}

function openStream(
  recognizer: Recognizer,
  { hasInterimModel, find }: StreamOptions,
  listener: RecognitionListener,
): RecognitionStream {
  const utterances: UtteranceRecognizer = {
    maxUtteranceMs,
    commitAfterMs,
    retryAfterMs: 0,
    hasInterimModel,
    recognize: (audio, options) =>
      recognizer
        .recognize(audio, options)
        .catch((error: unknown) => {
          if (!(error instanceof SpeechError) || error.code !== 'closed') throw error
          const other = find()
          if (!other) throw languageNotSupported()
          recognizer = other
          return recognizer.recognize(audio, options)
        })
        .catch((error: unknown) => {
          throw error instanceof OutsideError ? error : failureOf(error)
        }),
    // Interim words become rarer under load. With processes of their own, the first ones wait for one other request.
    isInterimDue: (newMs, silentMs, allMs) => {
      const isFirst = allMs < firstWordsMs && silentMs < gapMs
      const isLong = newMs >= (isFirst ? firstIntervalMs : interimIntervalMs)
      return isLong && recognizer.backlog({ isInterim: true }) <= (isFirst && hasInterimModel ? 1 : 0)
    },
    recognizesAhead: (isBusy) => isBusy || recognizer.backlog() === 0,
  }
  const stream = openUtteranceRecognition(utterances, listener)
  return {
    ...stream,
    speechStarted() {
      // The recognizer may have ended while the customer was silent.
      recognizer.prepare()
      stream.speechStarted()
    },
    hearsAnyVolume: () => true,
  }
}
