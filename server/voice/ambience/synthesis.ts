// Building blocks of ambient sounds: loops of noise, filters and single sounds that wrap around the end of the loop.
export const sampleRate = 8_000
const loopSeconds = 32
export const loopSamples = loopSeconds * sampleRate

/** Values from 0 to 1, the same in every run. */
export type Random = () => number

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random()

export const samplesOf = (seconds: number): number => Math.round(seconds * sampleRate)

export const noise = (random: Random, samples = loopSamples): Float32Array =>
  Float32Array.from({ length: samples }, () => random() * 2 - 1)

/** Adds `sound` from a moment on; what is beyond the end of the loop continues at its beginning. */
export function add(loop: Float32Array, sound: Float32Array, gain: number, atSeconds = 0): void {
  let at = samplesOf(atSeconds) % loop.length
  for (const sample of sound) {
    loop[at]! += sample * gain
    at = at + 1 === loop.length ? 0 : at + 1
  }
}

/** Multiplies by a slow wave of one to five periods in the loop, between `1 - depth` and 1. */
export function swell(random: Random, loop: Float32Array, depth: number): Float32Array {
  const waves = [1, 2, 3, 5].map((periods) => ({ periods, phase: random() * 2 * Math.PI }))
  return loop.map((sample, index) => {
    const sum = waves.reduce((total, { periods, phase }) => {
      return total + Math.sin((2 * Math.PI * periods * index) / loop.length + phase)
    }, 0)
    return sample * (1 - depth * (0.5 + sum / 8))
  })
}

/** Multiplies by an envelope of the position from 0 to 1. */
export const shape = (sound: Float32Array, envelope: (position: number) => number): Float32Array =>
  sound.map((sample, index) => sample * envelope(index / sound.length))

type FilterKind = 'low' | 'high' | 'band'

/**
 * A filter of second order. A loop has passed through it before, so its end fits its beginning.
 * https://www.w3.org/TR/audio-eq-cookbook/
 */
export function filter(sound: Float32Array, kind: FilterKind, hertz: number, q = 0.7): Float32Array {
  const angle = (2 * Math.PI * hertz) / sampleRate
  const alpha = Math.sin(angle) / (2 * q)
  const cosine = Math.cos(angle)
  const edge = { low: 1 - cosine, high: 1 + cosine, band: 0 }[kind]
  const scale = 1 / (1 + alpha)
  const b0 = (kind === 'band' ? alpha : edge / 2) * scale
  const b1 = { low: edge, high: -edge, band: 0 }[kind] * scale
  const b2 = (kind === 'band' ? -alpha : edge / 2) * scale
  const a1 = -2 * cosine * scale
  const a2 = (1 - alpha) * scale
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  const step = (x: number): number => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
  if (sound.length === loopSamples) for (const sample of sound.subarray(-2 * sampleRate)) step(sample)
  return sound.map(step)
}

/** A tone whose frequency follows the position from 0 to 1. */
export function tone(seconds: number, hertzAt: (position: number) => number): Float32Array {
  const samples = samplesOf(seconds)
  let phase = 0
  return Float32Array.from({ length: samples }, (_, index) => {
    phase += (2 * Math.PI * hertzAt(index / samples)) / sampleRate
    return Math.sin(phase)
  })
}

const peak = 0.7

/**
 * Converts to 16 bits with the same loudness for every sound, without frequencies that telephones do not transmit. The
 * loudest moments are compressed, never clipped.
 */
export function finish(loop: Float32Array, loudness: number): Int16Array<ArrayBuffer> {
  const smooth = filter(loop, 'high', 200)
  const power = Math.sqrt(smooth.reduce((sum, sample) => sum + sample * sample, 0) / smooth.length)
  const gain = loudness / power
  return Int16Array.from(smooth, (sample) => Math.round(peak * Math.tanh((sample * gain) / peak) * 0x7fff))
}
