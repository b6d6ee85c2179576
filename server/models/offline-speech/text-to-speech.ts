// Speech synthesis without a vendor: Flite speaks English, and voice packs or espeak-ng other languages.
import {
  type Espeak,
  type Flite,
  type FliteVoice,
  fliteVoices,
  type InstalledVoice,
  type VoicePacks,
} from '@parley/speech'
import type { Log } from '#server/platform/observability/log.ts'
import type { TextToSpeech, UtteranceListener, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { failureOf } from './failure.ts'

/** The offline recognizer understands these voices and `awb` about equally well. */
const voiceOf = { female: 'slt', male: 'rms' } as const

interface Engines {
  flite: Flite
  espeak: Espeak
  packs?: VoicePacks | undefined
  log?: Log | undefined
}

export function createOfflineTextToSpeech(engines: Engines): TextToSpeech {
  return {
    open(settings) {
      const synthesizer = openSynthesizer(engines, settings)
      const closing = new AbortController()
      return {
        speak(text, listener) {
          const cancelling = new AbortController()
          const signal = AbortSignal.any([closing.signal, cancelling.signal])
          void speak(synthesizer(text, { listener, signal }), listener, signal)
          return { cancel: () => cancelling.abort() }
        },
        close: () => closing.abort(),
      }
    },
  }
}

async function speak(
  audio: AsyncIterable<Uint8Array>,
  listener: UtteranceListener,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const chunk of audio) {
      if (signal.aborted) return
      // A text without words, such as an ellipsis, is silent.
      if (chunk.length > 0) listener.audio(chunk)
    }
  } catch (error) {
    if (!signal.aborted) listener.failed(failureOf(error))
    return
  }
  if (!signal.aborted) listener.done()
}

interface Speaking {
  listener: UtteranceListener
  signal: AbortSignal
}

type Synthesizer = (text: string, speaking: Speaking) => AsyncGenerator<Uint8Array>

/** Speaks with a voice pack until it fails, then with what is built in until the end of the call. */
function openSynthesizer(engines: Engines, settings: VoiceSettings): Synthesizer {
  const { packs, log } = engines
  let voice = packVoiceOf(packs, settings)
  if (voice) packs!.prepare(voice)
  else if (settings.language === 'en') engines.flite.prepare()

  return async function* synthesize(text, { listener, signal }) {
    for (const sentence of voice ? sentencesOf(text) : [text]) {
      signal.throwIfAborted()
      if (!voice) {
        yield await speakBuiltIn(engines, settings, sentence, signal)
        continue
      }
      let audio: Uint8Array
      try {
        audio = await packs!.synthesize(voice, sentence, { speed: settings.speed, signal })
      } catch (error) {
        signal.throwIfAborted()
        log?.warn({ error, pack: voice.pack }, 'a voice pack failed, the built-in voice speaks until the call ends')
        listener.fellBack?.({ from: voice.pack, to: 'offline', code: failureOf(error).code })
        voice = undefined
        audio = await speakBuiltIn(engines, settings, sentence, signal)
      }
      yield audio
    }
  }
}

/** The voice of the settings, or one of the language if Flite does not speak it. */
function packVoiceOf(packs: VoicePacks | undefined, settings: VoiceSettings): InstalledVoice | undefined {
  const { vendor, voice, language, gender } = settings
  const chosen = vendor === 'offline' ? packs?.findVoice(voice) : undefined
  return chosen ?? (language === 'en' ? undefined : packs?.voiceIn(language, gender))
}

/** The first sentence is heard while the next one is synthesized. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?…]["'”’»)]?)\s+|(?<=[。！？])/u)

async function speakBuiltIn(
  { flite, espeak }: Engines,
  { voice, language, gender, speed }: VoiceSettings,
  text: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (language !== 'en') return espeak.synthesize(text, { language, gender, speed, signal })
  return flite.synthesize(text, { voice: isFliteVoice(voice) ? voice : voiceOf[gender], speed, signal })
}

const isFliteVoice = (voice: string): voice is FliteVoice => (fliteVoices as readonly string[]).includes(voice)
