// Detects the beep of an answering machine in the audio of the customer.
import { mulawSamples } from '@parley/telephone'

const sampleRate = 8_000
const lowestHz = 400
const highestHz = 2_000
const stepHz = 25
/** A tone between two steps is measured with these. */
const finerHz = [-12, -8, -4, 0, 4, 8, 12]
/** At a distance of half a step, a tone still has 80 % of its energy. */
const leastShareNearby = 0.75
/** The share of the energy that is in the loudest frequency. Vowels through a telephone have up to 84 % for 120 ms. */
const leastShare = 0.85
/** Mean square of the samples: about -45 dB. */
const leastPower = 32_768 ** 2 * 10 ** -4.5
const frameMs = 20
/** A shorter tone is none. */
const framesOfBeep = 6

const frequencies = Array.from({ length: (highestHz - lowestHz) / stepHz + 1 }, (_, index) => lowestHz + index * stepHz)
const coefficientOf = (hz: number): number => 2 * Math.cos((2 * Math.PI * hz) / sampleRate)
const coefficients = Float64Array.from(frequencies, coefficientOf)
const finer = frequencies.map((hz) => finerHz.map((byHz) => coefficientOf(hz + byHz)))

/** A tone has begun, or it has ended after `toneMs`. */
export type Tone = { kind: 'toneStart' } | { kind: 'beep'; toneMs: number }

/** `toneOf` returns the frequency that has nearly all energy of a frame, as an index. */
export function createBeepDetector(toneOf = measureTone) {
  let tone: number | undefined
  let frames = 0

  return {
    /** Takes 20 ms of mu-law audio, every frame in order. */
    hearTone(frame: Uint8Array): Tone | undefined {
      const found = toneOf(frame)
      // The frequency may be between two steps.
      const continues = found !== undefined && tone !== undefined && Math.abs(found - tone) <= 1
      const toneMs = frames >= framesOfBeep && !continues ? frames * frameMs : 0
      frames = found === undefined ? 0 : continues ? frames + 1 : 1
      tone = found
      if (toneMs > 0) return { kind: 'beep', toneMs }
      return frames === framesOfBeep ? { kind: 'toneStart' } : undefined
    },
  }
}

export function measureTone(frame: Uint8Array): number | undefined {
  const samples = new Float64Array(frame.length)
  let energy = 0
  for (let at = 0; at < frame.length; at++) {
    const sample = mulawSamples[frame[at]!]!
    samples[at] = sample
    energy += sample * sample
  }
  if (frame.length === 0 || energy < leastPower * frame.length) return undefined
  // A tone of one frequency alone has this power in it.
  const wholePower = (energy * frame.length) / 2
  for (let index = 0; index < coefficients.length; index++) {
    if (goertzel(samples, coefficients[index]!) < leastShareNearby * wholePower) continue
    const loudest = loudestNear(samples, index)
    const share = Math.max(...finer[loudest]!.map((coefficient) => goertzel(samples, coefficient))) / wholePower
    return share >= leastShare ? loudest : undefined
  }
  return undefined
}

/** The next frequency can have even more of the energy. */
function loudestNear(samples: Float64Array, index: number): number {
  const next = coefficients[index + 1]
  return next !== undefined && goertzel(samples, next) > goertzel(samples, coefficients[index]!) ? index + 1 : index
}

/** The squared magnitude of one frequency. */
function goertzel(samples: Float64Array, coefficient: number): number {
  let last = 0
  let beforeLast = 0
  for (let at = 0; at < samples.length; at++) {
    const value = samples[at]! + coefficient * last - beforeLast
    beforeLast = last
    last = value
  }
  return last * last + beforeLast * beforeLast - coefficient * last * beforeLast
}
