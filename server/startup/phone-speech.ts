// Speaks to people on the phone, and for virtual phones, and recognizes what those hear.
import type { SpeechToText } from '../ports/speech-to-text.ts'
import type { TextToSpeech } from '../ports/text-to-speech.ts'

export interface PhoneSpeechOptions {
  textToSpeech: TextToSpeech
  speechToText: SpeechToText
  vendor: 'offline' | 'scripted'
}

/** The audio is mu-law at 8,000 Hz. Only English is recognized. */
export function createPhoneSpeech({ textToSpeech, speechToText, vendor }: PhoneSpeechOptions) {
  const voice = {
    vendor,
    voice: '',
    gender: 'male',
    language: 'en',
    speed: 1,
    stability: 0.5,
    similarity: 0.5,
  } as const

  function speak(text: string, language = 'en'): Promise<Uint8Array> {
    const speaker = textToSpeech.open({ ...voice, language, emotion: false })
    const chunks: Uint8Array[] = []
    return new Promise<Uint8Array>((resolve, reject) => {
      speaker.speak(text, {
        audio: (chunk) => chunks.push(chunk),
        done: () => resolve(Buffer.concat(chunks)),
        failed: reject,
      })
    }).finally(() => speaker.close())
  }

  function recognise(audio: Uint8Array): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const words: string[] = []
    const stream = speechToText.open(
      { vendor, language: 'en', secondaryLanguages: [] },
      {
        interim() {},
        final: (text) => words.push(text),
        finalized: () => resolve(words.join(' ')),
        turnEnded() {},
        failed: reject,
      },
    )
    stream.speechStarted()
    stream.write(audio)
    stream.finalize()
    return promise.finally(() => stream.close())
  }

  return { speak, recognise }
}
