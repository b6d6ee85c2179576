// Converts the audio of a call from 8,000 Hz to 16,000 Hz, and from 24,000 Hz to 8,000 Hz, as streams.

/** On both sides of the position between two samples. */
const reach = 8
const between = normalize(
  Float64Array.from({ length: 2 * reach }, (_, tap) => windowedSinc(tap - reach + 0.5, 1, reach + 0.5)),
)

/** Samples at 8,000 Hz to 16-bit PCM at 16,000 Hz, little-endian. The input samples are unchanged. */
export function createUpsampler() {
  let samples: Int16Array = new Int16Array(reach - 1)

  function convert(next: Int16Array): Buffer {
    const all = new Int16Array(samples.length + next.length)
    all.set(samples)
    all.set(next, samples.length)
    const count = Math.max(0, all.length - 2 * reach + 1)
    const output = Buffer.alloc(count * 4)
    for (let index = 0; index < count; index++) {
      let sum = 0
      for (let tap = 0; tap < between.length; tap++) sum += between[tap]! * all[index + tap]!
      output.writeInt16LE(all[index + reach - 1]!, index * 4)
      output.writeInt16LE(toSample(sum), index * 4 + 2)
    }
    samples = all.slice(count)
    return output
  }

  return {
    convert,
    /** The last millisecond. */
    end: (): Buffer => convert(new Int16Array(reach)),
  }
}

/** Half the amplitude at 3,450 Hz, and below -60 dB from 4,000 Hz on. */
const lowPass = normalize(Float64Array.from({ length: 127 }, (_, tap) => windowedSinc(tap - 63, 6_900 / 24_000, 64)))
const decimation = 3

/** 16-bit PCM at 24,000 Hz, little-endian and in chunks of any length, also odd ones, to samples at 8,000 Hz. */
export function createDownsampler() {
  // Zeros before the first sample and after the last one compensate for the delay of the filter.
  let samples: Int16Array = new Int16Array(lowPass.length >> 1)
  let halfSample: Buffer = Buffer.alloc(0)

  function convert(next: Int16Array): Int16Array {
    const all = new Int16Array(samples.length + next.length)
    all.set(samples)
    all.set(next, samples.length)
    const output = new Int16Array(Math.max(0, Math.floor((all.length - lowPass.length) / decimation) + 1))
    for (let index = 0; index < output.length; index++) {
      let sum = 0
      const from = index * decimation
      for (let tap = 0; tap < lowPass.length; tap++) sum += lowPass[tap]! * all[from + tap]!
      output[index] = toSample(sum)
    }
    samples = all.slice(output.length * decimation)
    return output
  }

  return {
    convert(chunk: Buffer): Int16Array {
      const bytes = halfSample.length > 0 ? Buffer.concat([halfSample, chunk]) : chunk
      const whole = bytes.length >> 1
      halfSample = Buffer.from(bytes.subarray(whole * 2))
      return convert(Int16Array.from({ length: whole }, (_, index) => bytes.readInt16LE(index * 2)))
    },
    /** The last milliseconds. */
    end: (): Int16Array => convert(new Int16Array(lowPass.length >> 1)),
  }
}

const toSample = (value: number) => Math.max(-32_768, Math.min(32_767, Math.round(value)))

/** A sinc with a Blackman window that is zero at `width`. */
function windowedSinc(offset: number, cutoff: number, width: number): number {
  const angle = Math.PI * offset * cutoff
  const place = (Math.PI * offset) / width
  return (angle === 0 ? 1 : Math.sin(angle) / angle) * (0.42 + 0.5 * Math.cos(place) + 0.08 * Math.cos(2 * place))
}

/** A constant signal stays constant. */
function normalize(taps: Float64Array): Float64Array {
  const sum = taps.reduce((total, tap) => total + tap, 0)
  return taps.map((tap) => tap / sum)
}
