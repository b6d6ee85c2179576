// Opens recognition and synthesis that need no vendor and load their models on first use.
import { type MoonshineModel, openEspeak, openFlite, openMoonshine } from '@parley/speech'
import type { Log } from '#server/platform/observability/log.ts'
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { createOfflineSpeechToText } from './speech-to-text.ts'
import { createOfflineTextToSpeech } from './text-to-speech.ts'

export interface OfflineSpeech extends AsyncDisposable {
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
}

export interface OfflineSpeechOptions {
  log?: Log
  recognition?: MoonshineModel | undefined
}

export function openOfflineSpeech({ log, recognition }: OfflineSpeechOptions = {}): OfflineSpeech {
  const stack = new AsyncDisposableStack()
  const moonshine = stack.use(
    openMoonshine({
      model: recognition,
      onWorkerEnd: (error) => log?.error({ error }, 'a process of the recognizer has ended'),
    }),
  )
  const flite = stack.use(openFlite())
  const espeak = stack.use(openEspeak())
  return {
    speechToText: createOfflineSpeechToText(moonshine),
    textToSpeech: createOfflineTextToSpeech({ flite, espeak }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
