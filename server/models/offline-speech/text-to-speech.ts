// Speech synthesis without a vendor: Flite speaks English, and voice packs or espeak-ng other languages.
import {
  type Espeak,
  type Flite,
  type FliteVoice,
  fliteVoices,
  type InstalledVoice,
  maxFliteCharacters,
  type VoicePacks,
} from '@parley/speech'
import type { Log } from '#server/platform/observability/log.ts'
import type { TextToSpeech, UtteranceListener, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { failureOf } from './failure.ts'
import { spokenParts } from './spoken-parts.ts'

/** The offline recognizer understands these voices best. */
const voiceOf = { female: 'slt', male: 'rms' } as const
/** Only to estimate when the audio of the next text is needed. */
const msPerCharacter = 60

interface Engines {
  flite: Flite
  espeak: Espeak
  packs?: VoicePacks | undefined
  log?: Log | undefined
}

interface Speaking {
  listener: UtteranceListener
  /** In the milliseconds of `performance.now()`: what is needed sooner is synthesized first. */
  neededAt: number
  signal: AbortSignal
}

export function createOfflineTextToSpeech(engines: Engines): TextToSpeech {
  const { packs, espeak } = engines
  return {
    speaks: (language) => language === 'en' || packs?.voiceIn(language, 'female') !== undefined || espeak.isInstalled(),
    open(settings) {
      const synthesizer = openSynthesizer(engines, settings)
      const closing = new AbortController()
      /** When the listener has heard all that was requested. */
      let heardAt = 0
      return {
        speak(text, listener) {
          const cancelling = new AbortController()
          const signal = AbortSignal.any([closing.signal, cancelling.signal])
          const neededAt = Math.max(performance.now(), heardAt)
          heardAt = neededAt + msPerCharacter * text.length
          void speak(synthesizer(text, { listener, neededAt, signal }), listener, signal)
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

type Synthesizer = (text: string, speaking: Speaking) => AsyncGenerator<Uint8Array>

/** Speaks with a voice pack until it fails, then with what is built in until the end of the call. */
function openSynthesizer(engines: Engines, settings: VoiceSettings): Synthesizer {
  const { packs, log } = engines
  let voice = packVoiceOf(packs, settings)
  if (voice) packs!.prepare(voice)
  else if (settings.language === 'en') engines.flite.prepare()

  async function synthesize(text: string, { listener, neededAt, signal }: Speaking): Promise<Uint8Array> {
    if (!voice) return speakBuiltIn(engines, settings, text, { neededAt, signal })
    try {
      return await packs!.synthesize(voice, text, { speed: settings.speed, neededAt, signal })
    } catch (error) {
      signal.throwIfAborted()
      log?.warn({ error, pack: voice.pack }, 'a voice pack failed, another voice speaks until the call ends')
      listener.fellBack?.({ from: voice.pack, to: 'offline', code: failureOf(error).code })
      voice = undefined
      return speakBuiltIn(engines, settings, text, { neededAt, signal })
    }
  }

  return async function* synthesizeParts(text, speaking) {
    let { neededAt } = speaking
    for (const part of partsOf(text, voice !== undefined)) {
      speaking.signal.throwIfAborted()
      yield await synthesize(part, { ...speaking, neededAt })
      neededAt += msPerCharacter * part.length
    }
  }
}

/** A voice pack takes longer, so that each sentence is heard while the next one is synthesized. */
function partsOf(text: string, isPack: boolean): string[] {
  // The engines refuse a longer text.
  if (text.length > maxFliteCharacters) return [text]
  return spokenParts(text, { joinsSentences: !isPack })
}

/** The voice of the settings, or one of the language if Flite does not speak it. */
function packVoiceOf(packs: VoicePacks | undefined, settings: VoiceSettings): InstalledVoice | undefined {
  const { vendor, voice, language, gender } = settings
  const chosen = vendor === 'offline' ? packs?.findVoice(voice) : undefined
  return chosen ?? (language === 'en' ? undefined : packs?.voiceIn(language, gender))
}

async function speakBuiltIn(
  { flite, espeak }: Engines,
  { voice, language, gender, speed }: VoiceSettings,
  text: string,
  options: { neededAt: number; signal: AbortSignal },
): Promise<Uint8Array> {
  if (language !== 'en') return espeak.synthesize(text, { language, gender, speed, ...options })
  return flite.synthesize(text, { voice: isFliteVoice(voice) ? voice : voiceOf[gender], speed, ...options })
}

const isFliteVoice = (voice: string): voice is FliteVoice => (fliteVoices as readonly string[]).includes(voice)
