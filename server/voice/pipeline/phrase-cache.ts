// Keeps the audio of phrases that are spoken again, and of greetings that are synthesized while the phone rings.
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'
import { levelDb } from '../words-and-sounds/audio-level.ts'

/** Half an hour of speech. */
const maxBytes = 16 * 2 ** 20
const maxPreparing = 50
const frameBytes = 160
/** Many synthesizers begin with up to 200 ms of audio that is quieter than this. */
const silentDb = -55

/** From the least to the most recently used. */
const phrases = new Map<string, Uint8Array>()
const preparing = new Map<string, Promise<void>>()
let bytes = 0

/** Everything that the sound of a voice depends on, always in the same order. */
type Voice = { [name in string]?: string | number | boolean } | VoiceSettings

const keyOf = (voice: Voice, text: string): string => JSON.stringify([text, ...Object.values(voice)])

/** Mu-law audio at 8,000 Hz, if the voice has spoken the text before. */
export function findPhrase(voice: Voice, text: string): Uint8Array | undefined {
  const key = keyOf(voice, text)
  const audio = phrases.get(key)
  if (!audio) return undefined
  phrases.delete(key)
  phrases.set(key, audio)
  return audio
}

/** Without the silence before the first sound, except 20 ms. */
export function keepPhrase(voice: Voice, text: string, spoken: Uint8Array): void {
  const key = keyOf(voice, text)
  const audio = fromFirstSound(spoken)
  bytes += audio.length - (phrases.get(key)?.length ?? 0)
  phrases.delete(key)
  phrases.set(key, audio)
  for (const [oldest, { length }] of phrases) {
    if (bytes <= maxBytes) break
    phrases.delete(oldest)
    bytes -= length
  }
}

function fromFirstSound(audio: Uint8Array): Uint8Array {
  let at = 0
  while (at < audio.length && levelDb(audio.subarray(at, at + frameBytes)) < silentDb) at += frameBytes
  return at < audio.length ? audio.subarray(Math.max(0, at - frameBytes)) : audio
}

/**
 * Runs `prepare` unless the text is known, is being prepared, or too many others are. Resolves when its preparation is
 * over: when `prepare` has called its argument.
 */
export function prepareOnce(voice: Voice, text: string, prepare: (over: () => void) => void): Promise<void> {
  const key = keyOf(voice, text)
  const running = preparing.get(key)
  if (running || phrases.has(key) || preparing.size >= maxPreparing) return running ?? Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  preparing.set(key, promise)
  prepare(() => {
    preparing.delete(key)
    resolve()
  })
  return promise
}

/**
 * Synthesizes a text that will be spoken soon, and resolves when this is over. A failure has no effect: the text is then
 * synthesized when it is needed.
 */
export const preparePhrase = (textToSpeech: TextToSpeech, voice: VoiceSettings, text: string): Promise<void> =>
  prepareOnce(voice, text, (over) => {
    const speaker = textToSpeech.open(voice)
    const chunks: Uint8Array[] = []
    const end = (): void => {
      over()
      speaker.close()
    }
    speaker.speak(text, {
      audio: (chunk) => chunks.push(chunk),
      done: () => {
        if (chunks.length > 0) keepPhrase(voice, text, Buffer.concat(chunks))
        end()
      },
      failed: end,
    })
  })
