// Speech of an installation: the configured vendors, which replace each other, and offline speech as the last of them.
import type { Log } from '#server/platform/observability/log.ts'
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { openOfflineSpeech } from './offline-speech/offline-speech.ts'
import { createFallbackSpeechToText } from './speech-fallback/recognition.ts'
import { createFallbackTextToSpeech } from './speech-fallback/synthesis.ts'
import { createSpeechVendors, type SpeechVendorOptions } from './speech-vendors.ts'

export interface Speech extends AsyncDisposable {
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
}

export function openSpeech(options: SpeechVendorOptions & { log: Log }): Speech {
  const { log } = options
  const { recognizers, synthesizers } = createSpeechVendors(options)
  const offline = openOfflineSpeech()
  return {
    speechToText: createFallbackSpeechToText(
      [...recognizers, { vendor: 'offline', adapter: offline.speechToText, supports: (language) => language === 'en' }],
      { log },
    ),
    textToSpeech: createFallbackTextToSpeech(
      [...synthesizers, { vendor: 'offline', adapter: offline.textToSpeech, supports: () => true }],
      { log },
    ),
    [Symbol.asyncDispose]: () => offline[Symbol.asyncDispose](),
  }
}
