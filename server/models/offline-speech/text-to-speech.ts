// Speech synthesis without a vendor: Flite speaks English, and espeak-ng other languages where it is installed.
import { type Espeak, type Flite, type FliteVoice, fliteVoices } from '@parley/speech'
import { encodeMulawSample, mulawSamples } from '@parley/telephone'
import type { TextToSpeech, UtteranceListener, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { failureOf } from './failure.ts'

/** The offline recognizer understands these voices and `awb` about equally well. */
const voiceOf = { female: 'slt', male: 'rms' } as const
/** This voice is 6 dB louder than the others and than most customers. */
const loudVoice = 'slt'
const halved = Uint8Array.from(mulawSamples, (sample) => encodeMulawSample(sample / 2))

export function createOfflineTextToSpeech(engines: { flite: Flite; espeak: Espeak }): TextToSpeech {
  return {
    open(settings) {
      if (settings.language === 'en') engines.flite.prepare()
      const closing = new AbortController()
      return {
        speak(text, listener) {
          const cancelling = new AbortController()
          const signal = AbortSignal.any([closing.signal, cancelling.signal])
          void speak(() => synthesize(engines, settings, text, signal), listener, signal)
          return { cancel: () => cancelling.abort() }
        },
        close: () => closing.abort(),
      }
    },
  }
}

async function speak(
  synthesizing: () => Promise<Uint8Array>,
  listener: UtteranceListener,
  signal: AbortSignal,
): Promise<void> {
  let audio: Uint8Array
  try {
    audio = await synthesizing()
  } catch (error) {
    if (!signal.aborted) listener.failed(failureOf(error))
    return
  }
  if (signal.aborted) return
  // A text without words, such as an ellipsis, is silent.
  if (audio.length > 0) listener.audio(audio)
  if (!signal.aborted) listener.done()
}

async function synthesize(
  { flite, espeak }: { flite: Flite; espeak: Espeak },
  { voice, language, gender, speed }: VoiceSettings,
  text: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  signal.throwIfAborted()
  if (language !== 'en') return espeak.synthesize(text, { language, gender, speed, signal })
  const chosen = isFliteVoice(voice) ? voice : voiceOf[gender]
  const audio = await flite.synthesize(text, { voice: chosen, speed, signal })
  return chosen === loudVoice ? audio.map((byte) => halved[byte]!) : audio
}

const isFliteVoice = (voice: string): voice is FliteVoice => (fliteVoices as readonly string[]).includes(voice)
