// Speech synthesis without a vendor: Flite speaks English, and espeak-ng other languages where it is installed.
import { type Espeak, type Flite, type FliteVoice, fliteVoices, maxFliteCharacters } from '@parley/speech'
import type { TextToSpeech, UtteranceListener, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { failureOf } from './failure.ts'
import { spokenParts } from './spoken-parts.ts'

interface Engines {
  flite: Flite
  espeak: Espeak
}

interface Request {
  text: string
  /** In the milliseconds of `performance.now()`: what is needed sooner is synthesized first. */
  neededAt: number
  signal: AbortSignal
}

/** The offline recognizer understands these voices and `awb` about equally well. */
const voiceOf = { female: 'slt', male: 'rms' } as const

/** Only to estimate when the audio of the next text is needed. */
const msPerCharacter = 60

export function createOfflineTextToSpeech(engines: Engines): TextToSpeech {
  return {
    open(settings) {
      if (settings.language === 'en') engines.flite.prepare()
      const closing = new AbortController()
      /** When the listener has heard all that was requested, in the milliseconds of `performance.now()`. */
      let heardAt = 0
      return {
        speak(text, listener) {
          const cancelling = new AbortController()
          const signal = AbortSignal.any([closing.signal, cancelling.signal])
          const neededAt = Math.max(performance.now(), heardAt)
          heardAt = neededAt + msPerCharacter * text.length
          void speak(engines, settings, { text, neededAt, signal }, listener)
          return {
            cancel() {
              cancelling.abort()
              heardAt = 0
            },
          }
        },
        close: () => closing.abort(),
      }
    },
  }
}

async function speak(
  engines: Engines,
  settings: VoiceSettings,
  { text, neededAt, signal }: Request,
  listener: UtteranceListener,
): Promise<void> {
  let before = 0
  try {
    // The engines refuse a longer text.
    for (const part of text.length > maxFliteCharacters ? [text] : spokenParts(text)) {
      const request = { text: part, neededAt: neededAt + msPerCharacter * before, signal }
      const audio = await synthesize(engines, settings, request)
      // A text without words, such as an ellipsis, is silent.
      if (audio.length > 0 && !signal.aborted) listener.audio(audio)
      before += part.length
    }
  } catch (error) {
    if (!signal.aborted) listener.failed(failureOf(error))
    return
  }
  if (!signal.aborted) listener.done()
}

async function synthesize(
  { flite, espeak }: Engines,
  { voice, language, gender, speed }: VoiceSettings,
  { text, ...options }: Request,
): Promise<Uint8Array> {
  options.signal.throwIfAborted()
  if (language !== 'en') return espeak.synthesize(text, { language, gender, speed, ...options })
  return flite.synthesize(text, { voice: isFliteVoice(voice) ? voice : voiceOf[gender], speed, ...options })
}

const isFliteVoice = (voice: string): voice is FliteVoice => (fliteVoices as readonly string[]).includes(voice)
