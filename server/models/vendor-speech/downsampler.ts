// Converts 16-bit PCM at 24,000 Hz, as vendors stream it, to the samples of a telephone.
import { createResampler, toSamples } from '@parley/telephone'

/** Half the amplitude at 3,450 Hz, and below -60 dB from 4,000 Hz on. */
const filter = { passband: 0.8625, zeroCrossings: 18 }

/** Takes little-endian PCM in chunks of any length, also odd ones, and returns samples at 8,000 Hz. */
export function createDownsampler() {
  const { convert, end } = createResampler(24_000, 8_000, filter)
  let halfSample: Buffer = Buffer.alloc(0)
  return {
    convert(chunk: Buffer): Int16Array {
      const bytes = halfSample.length > 0 ? Buffer.concat([halfSample, chunk]) : chunk
      const whole = bytes.length >> 1
      halfSample = Buffer.from(bytes.subarray(whole * 2))
      const samples = new Int16Array(whole)
      for (let index = 0; index < whole; index++) samples[index] = bytes.readInt16LE(index * 2)
      return toSamples(convert(samples))
    },
    /** The last milliseconds. */
    end: (): Int16Array => toSamples(end()),
  }
}
