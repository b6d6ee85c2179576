// Opens recognition and synthesis that need no vendor and load their models on first use.
import {
  type MoonshineModel,
  openEspeak,
  openFlite,
  openMoonshine,
  openVoicePacks,
  type VoicePacks,
} from '@parley/speech'
import type { Log } from '#server/platform/observability/log.ts'
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { createOfflineSpeechToText } from './speech-to-text.ts'
import { createOfflineTextToSpeech } from './text-to-speech.ts'

export interface OfflineSpeech extends AsyncDisposable {
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
  /** Whether the language (ISO 639-1) is recognized: English, and those of the installed voice packs. */
  hears(language: string): boolean
}

export interface OfflineSpeechOptions {
  log?: Log | undefined
  recognition?: MoonshineModel | undefined
  /** The voice packs of this machine. */
  packsFolder?: string | undefined
}

export function openOfflineSpeech({ log, recognition, packsFolder }: OfflineSpeechOptions = {}): OfflineSpeech {
  const stack = new AsyncDisposableStack()
  const moonshine = stack.use(
    openMoonshine({
      model: recognition,
      onWorkerEnd: (error) => log?.error({ error }, 'a process of the recognizer has ended'),
    }),
  )
  const flite = stack.use(openFlite())
  const espeak = stack.use(openEspeak())
  const packs = packsFolder === undefined ? undefined : stack.use(openPacks(packsFolder, log))
  return {
    speechToText: createOfflineSpeechToText(moonshine, packs),
    textToSpeech: createOfflineTextToSpeech({ flite, espeak, packs, log }),
    hears: (language) => language === 'en' || packs?.recognizerFor(language) !== undefined,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const openPacks = (folder: string, log: Log | undefined): VoicePacks =>
  openVoicePacks(folder, {
    onWorkerEnd: (pack, error) => log?.error({ error, pack }, 'a process of a voice pack has ended'),
  })
