// Encodes and decodes ITU-T G.722 at 64 kbit/s: one byte for two samples of 16,000 per second.
import { adaptScale, type Band, createBand, predict, saturate } from './g722-band.ts'
import { iln, ilp, q6, qm2, qm4, qm6, qmf, wh, wl } from './g722-tables.ts'

/** Two 12-tap histories of the quadrature mirror filter, written twice so that a window is always contiguous. */
interface Filter {
  first: Int32Array
  second: Int32Array
  at: number
}

const taps = 12
const createFilter = (): Filter => ({ first: new Int32Array(2 * taps), second: new Int32Array(2 * taps), at: 0 })

function shift(filter: Filter, first: number, second: number): void {
  const { at } = filter
  filter.first[at] = filter.first[at + taps] = first
  filter.second[at] = filter.second[at + taps] = second
  filter.at = at + 1 === taps ? 0 : at + 1
}

export interface G722Encoder {
  /** Takes samples of 16,000 per second, an even number. */
  encode(samples: Int16Array): Uint8Array<ArrayBuffer>
  /**
   * Takes samples of 8,000 per second and writes a byte for each. The higher sub-band is silent: the receiver hears the
   * band of a telephone.
   */
  encodeNarrow(samples: Int16Array, bytes: Uint8Array, offset: number): void
}

export function createG722Encoder(): G722Encoder {
  const [low, high] = [createBand(32), createBand(8)]
  const filter = createFilter()

  function encodeBands(lowSignal: number, highSignal: number): number {
    const lowCode = encodeLow(low, lowSignal)
    return (encodeHigh(high, highSignal) << 6) | lowCode
  }

  return {
    encode(samples) {
      const bytes = new Uint8Array(samples.length >> 1)
      for (let index = 0; index < bytes.length; index++) {
        shift(filter, samples[2 * index]!, samples[2 * index + 1]!)
        let [odd, even] = [0, 0]
        for (let tap = 0; tap < taps; tap++) {
          odd += filter.first[filter.at + tap]! * qmf[tap]!
          even += filter.second[filter.at + tap]! * qmf[taps - 1 - tap]!
        }
        bytes[index] = encodeBands((even + odd) >> 14, (even - odd) >> 14)
      }
      return bytes
    },
    encodeNarrow(samples, bytes, offset) {
      for (let index = 0; index < samples.length; index++) bytes[offset + index] = encodeBands(samples[index]! >> 1, 0)
    },
  }
}

/** Blocks 1L to 4L (sections 3.1 to 3.6). */
function encodeLow(low: Band, signal: number): number {
  const difference = saturate(signal - low.s)
  const magnitude = difference >= 0 ? difference : ~difference
  let level = 1
  while (level < 30 && magnitude >= (q6[level]! * low.det) >> 12) level++
  const code = (difference < 0 ? iln : ilp)[level]!
  const rough = code >> 2
  const quantized = (low.det * qm4[rough]!) >> 15
  adaptScale(low, wl[rough]!, 18_432, 8)
  predict(low, quantized)
  return code
}

/** Blocks 1H to 4H. */
function encodeHigh(high: Band, signal: number): number {
  const difference = saturate(signal - high.s)
  const magnitude = difference >= 0 ? difference : ~difference
  const isLarge = magnitude >= (564 * high.det) >> 12
  const code = difference < 0 ? (isLarge ? 0 : 1) : isLarge ? 2 : 3
  const quantized = (high.det * qm2[code]!) >> 15
  adaptScale(high, wh[code]!, 22_528, 10)
  predict(high, quantized)
  return code
}

export interface G722Decoder {
  /** Returns samples of 16,000 per second, two for each byte. */
  decode(bytes: Uint8Array): Int16Array<ArrayBuffer>
  /** Writes samples of 8,000 per second, one for each byte: the lower sub-band, which is the band of a telephone. */
  decodeNarrow(bytes: Uint8Array, start: number, end: number, samples: Int16Array): void
}

export function createG722Decoder(): G722Decoder {
  const [low, high] = [createBand(32), createBand(8)]
  const filter = createFilter()
  return {
    decode(bytes) {
      const samples = new Int16Array(2 * bytes.length)
      for (const [index, byte] of bytes.entries()) {
        const lowSignal = decodeLow(low, byte & 0x3f)
        const highSignal = decodeHigh(high, byte >> 6)
        shift(filter, lowSignal + highSignal, lowSignal - highSignal)
        let [first, second] = [0, 0]
        for (let tap = 0; tap < taps; tap++) {
          second += filter.first[filter.at + tap]! * qmf[tap]!
          first += filter.second[filter.at + tap]! * qmf[taps - 1 - tap]!
        }
        samples[2 * index] = saturate(first >> 11)
        samples[2 * index + 1] = saturate(second >> 11)
      }
      return samples
    },
    decodeNarrow(bytes, start, end, samples) {
      for (let index = start; index < end; index++) samples[index - start] = decodeLow(low, bytes[index]! & 0x3f) << 1
    },
  }
}

/** Blocks 2L to 6L. Returns the signal of the lower sub-band with 15 bits. */
function decodeLow(low: Band, code: number): number {
  const signal = limit(low.s + ((low.det * qm6[code]!) >> 15))
  const rough = code >> 2
  const quantized = (low.det * qm4[rough]!) >> 15
  adaptScale(low, wl[rough]!, 18_432, 8)
  predict(low, quantized)
  return signal
}

/** Blocks 2H to 5H. */
function decodeHigh(high: Band, code: number): number {
  const quantized = (high.det * qm2[code]!) >> 15
  const signal = limit(high.s + quantized)
  adaptScale(high, wh[code]!, 22_528, 10)
  predict(high, quantized)
  return signal
}

/** Block LIMIT. */
const limit = (value: number): number => (value > 16_383 ? 16_383 : Math.max(value, -16_384))
