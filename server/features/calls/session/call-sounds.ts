// The sounds of a call other than speech: the tones of keys, and the sound in the background of the assistant.
import { dtmfTone } from '@parley/telephone'
import type { Assistant } from '#server/features/assistants/index.ts'
import {
  type AmbientMixer,
  type AmbientSound,
  createAmbientMixer,
  loadAmbience,
} from '#server/voice/ambience/ambience.ts'
import type { Background } from '#server/voice/engine/speaking/playout-options.ts'

const pauseBytes = { w: 4_000, W: 8_000, between: 640 }

/** The tones of keys as mu-law audio; `w` and `W` are pauses. */
export function tonesOf(keys: string): Uint8Array {
  const parts = [...keys].flatMap((key) =>
    key === 'w' || key === 'W' ? [silence(pauseBytes[key])] : [dtmfTone(key), silence(pauseBytes.between)],
  )
  return Buffer.concat(parts)
}

const silence = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(0xff)

/** The first call of the process with a sound is silent until the sound is synthesized; `failed` reports an error of that. */
export function backgroundOf(
  { ambientSound, ambientSoundVolume: volume }: Assistant,
  failed: (error: unknown) => void,
): Background | undefined {
  if (ambientSound === 'off') return undefined
  let mixer: AmbientMixer | undefined
  loadAmbience(ambientSound as AmbientSound).then((ambience) => {
    mixer = createAmbientMixer(ambience, volume)
  }, failed)
  return {
    mix(audio) {
      if (!mixer) return
      for (let from = 0; from < audio.length; from += 160) audio.set(mixer.mix(audio.subarray(from, from + 160)), from)
    },
  }
}
