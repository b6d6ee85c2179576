// Converts 16-bit PCM at 24,000 Hz to mu-law at 8,000 Hz.
import { encodeMulaw } from '@parley/speech'

/** A low-pass filter: half the amplitude at 3,450 Hz, and below -60 dB from 4,000 Hz on. */
const filter = lowPass(127, 3_450 / 24_000)
const decimation = 3

/** The chunks of a stream can have any length, also odd ones. */
export function createTelephoneConverter() {
  // Zeros before the first sample and after the last one compensate for the delay of the filter.
  let samples: Float64Array = new Float64Array(filter.length >> 1)
  let halfSample: Buffer = Buffer.alloc(0)

  function convert(next: Float64Array): Uint8Array {
    const all = new Float64Array(samples.length + next.length)
    all.set(samples)
    all.set(next, samples.length)
    const count = Math.max(0, Math.floor((all.length - filter.length) / decimation) + 1)
    const output = new Int16Array(count)
    for (let index = 0; index < count; index++) {
      let sum = 0
      const from = index * decimation
      for (let tap = 0; tap < filter.length; tap++) sum += filter[tap]! * all[from + tap]!
      output[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum)))
    }
    samples = all.slice(count * decimation)
    return encodeMulaw(output)
  }

  return {
    decode(chunk: Buffer): Uint8Array {
      const bytes = halfSample.length > 0 ? Buffer.concat([halfSample, chunk]) : chunk
      const whole = bytes.length >> 1
      halfSample = Buffer.from(bytes.subarray(whole * 2))
      const next = new Float64Array(whole)
      for (let index = 0; index < whole; index++) next[index] = bytes.readInt16LE(index * 2)
      return convert(next)
    },
    /** The last milliseconds. */
    end: (): Uint8Array => convert(new Float64Array(filter.length >> 1)),
  }
}

/** A windowed sinc; `cutoff` is a fraction of the sample rate. The coefficients sum to 1. */
function lowPass(length: number, cutoff: number): Float64Array {
  const middle = (length - 1) / 2
  const taps = Float64Array.from({ length }, (_, index) => {
    const offset = index - middle
    const sinc = offset === 0 ? 2 * cutoff : Math.sin(2 * Math.PI * cutoff * offset) / (Math.PI * offset)
    const phase = (2 * Math.PI * index) / (length - 1)
    // The Blackman window.
    return sinc * (0.42 - 0.5 * Math.cos(phase) + 0.08 * Math.cos(2 * phase))
  })
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}
