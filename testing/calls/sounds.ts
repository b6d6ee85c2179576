// Sounds for tests: syllables with the rhythm of speech, tones and noise, at 8,000 Hz.
import { encodeMulaw, toSample } from '@parley/telephone'

/** 20 ms from the sample at `start`, with silence outside of the sound. */
export function frameAt(sound: Float64Array, start: number): Uint8Array {
  return encodeMulaw(Int16Array.from({ length: 160 }, (_, index) => toSample((sound[start + index] ?? 0) * 32_767)))
}

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Voiced syllables with pauses, whose loudest parts are near `amplitude`. */
export function syllables(lengthMs: number, amplitude: number, seed: number): Float64Array {
  const random = randomFrom(seed)
  const sound = new Float64Array(lengthMs * 8)
  let at = 0
  while (at < sound.length) {
    const length = Math.floor((80 + random() * 170) * 8)
    const pitch = 90 + random() * 130
    const loudness = amplitude * (0.5 + random() * 0.5)
    for (let index = 0; index < length && at + index < sound.length; index++) {
      const envelope = Math.min(1, index / 80, (length - index) / 240)
      let sample = 0
      for (let harmonic = 1; harmonic <= 10; harmonic++)
        sample += Math.sin((2 * Math.PI * pitch * harmonic * index) / 8_000) / (harmonic + 1)
      sound[at + index] = (loudness * envelope * sample) / 1.5
    }
    at += length + Math.floor((random() < 0.2 ? 300 : 20 + random() * 80) * 8)
  }
  return sound
}

export const tone = (lengthMs: number, hertz: number, amplitude: number): Float64Array =>
  Float64Array.from({ length: lengthMs * 8 }, (_, at) => amplitude * Math.sin((2 * Math.PI * hertz * at) / 8_000))

export function noise(lengthMs: number, amplitude: number, seed: number): Float64Array {
  const random = randomFrom(seed)
  return Float64Array.from({ length: lengthMs * 8 }, () => amplitude * (random() * 2 - 1))
}

/** Adds the sounds; `fromMs` and the gain apply to each of them. */
export function mix(parts: readonly { sound: Float64Array; fromMs?: number; gainDb?: number }[]): Float64Array {
  const offsets = parts.map(({ fromMs = 0 }) => Math.round(fromMs * 8))
  const result = new Float64Array(Math.max(...parts.map(({ sound }, index) => sound.length + offsets[index]!)))
  for (const [index, { sound, gainDb = 0 }] of parts.entries()) {
    const gain = 10 ** (gainDb / 20)
    for (let at = 0; at < sound.length; at++) result[offsets[index]! + at]! += gain * sound[at]!
  }
  return result
}
