// Combines all configured speech vendors in two ports: selects the adapter of the requested vendor.
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech } from '#server/ports/text-to-speech.ts'
import { openOfflineSpeech } from './offline-speech/offline-speech.ts'
import { createScriptedSpeechToText } from './scripted-speech/speech-to-text.ts'
import { createScriptedTextToSpeech } from './scripted-speech/text-to-speech.ts'

export interface SpeechOptions {
  /** Hears and speaks for vendors that are not configured. */
  default: 'offline' | 'scripted'
}

export interface Speech extends AsyncDisposable {
  speechToText: SpeechToText
  textToSpeech: TextToSpeech
}

/** Loads nothing before the first use. */
export function openSpeech(options: SpeechOptions): Speech {
  const offline = openOfflineSpeech()
  const recognizers = new Map<string, SpeechToText>([
    ['offline', offline.speechToText],
    ['scripted', createScriptedSpeechToText()],
  ])
  const synthesizers = new Map<string, TextToSpeech>([
    ['offline', offline.textToSpeech],
    ['scripted', createScriptedTextToSpeech()],
  ])
  const vendorIn = (adapters: ReadonlyMap<string, unknown>, vendor: string) =>
    adapters.has(vendor) ? vendor : options.default
  return {
    speechToText: {
      open: (settings, listener) => recognizers.get(vendorIn(recognizers, settings.vendor))!.open(settings, listener),
    },
    textToSpeech: {
      open: (settings) => synthesizers.get(vendorIn(synthesizers, settings.vendor))!.open(settings),
      vendorFor: (vendor) => vendorIn(synthesizers, vendor),
    },
    [Symbol.asyncDispose]: () => offline[Symbol.asyncDispose](),
  }
}
