// Converts a stream of audio between 8,000 and 48,000 Hz with a low-pass filter.
const factor = 6
const tapsPerPhase = 16
const taps = factor * tapsPerPhase
/** Relative to 48,000 Hz: 3,800 Hz. */
const cutoff = 3_800 / 48_000

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

/** A sinc with a Hann window, whose sum is 1. */
const kernel = createKernel()

function createKernel(): Float32Array {
  const weights = Float32Array.from({ length: taps }, (_, index) => {
    const x = index - taps / 2
    return sinc(2 * cutoff * x) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / taps))
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/** Keeps the end of the previous piece before the current one. The delay is 1 ms. */
function createHistory(kept: number) {
  let buffer = new Float32Array(kept)
  return (piece: ArrayLike<number>): Float32Array => {
    const joined = new Float32Array(kept + piece.length)
    joined.set(buffer.subarray(buffer.length - kept))
    joined.set(piece, kept)
    buffer = joined
    return joined
  }
}

export type Resampler = (piece: ArrayLike<number>) => Float32Array

/** 8,000 to 48,000 Hz. */
export function createUpsampler(): Resampler {
  const remember = createHistory(tapsPerPhase - 1)
  return (piece) => {
    const input = remember(piece)
    const output = new Float32Array(piece.length * factor)
    for (let index = 0; index < output.length; index++) {
      const phase = index % factor
      const last = (index - phase) / factor + tapsPerPhase - 1
      let sum = 0
      for (let tap = 0; tap < tapsPerPhase; tap++) sum += kernel[tap * factor + phase]! * input[last - tap]!
      output[index] = sum * factor
    }
    return output
  }
}

/** 48,000 to 8,000 Hz; the length of a piece is a multiple of 6. */
export function createDownsampler(): Resampler {
  const remember = createHistory(taps - 1)
  return (piece) => {
    const input = remember(piece)
    const output = new Float32Array(piece.length / factor)
    for (let index = 0; index < output.length; index++) {
      const last = index * factor + taps - 1
      let sum = 0
      for (let tap = 0; tap < taps; tap++) sum += kernel[tap]! * input[last - tap]!
      output[index] = sum
    }
    return output
  }
}
