// Turns received bytes of a codec into mu-law.
import { encodeMulawSample } from '@parley/telephone'
import { convertBytes, createG722Decoder, mulawOfAlaw } from '../codecs/index.ts'
import type { CodecName } from '../sdp/index.ts'
import { frameBytes } from './frame.ts'

/** Writes the mu-law of the bytes from `start` to `end`, at most a frame, to `to` at an offset. */
export type Decode = (bytes: Uint8Array, start: number, end: number, to: Uint8Array, offset: number) => void

const samples = new Int16Array(frameBytes)

/** A decoder of G.722 remembers what it has decoded, so each stream needs its own. */
export function createDecoder(codec: CodecName): Decode {
  if (codec === 'PCMU') return (bytes, start, end, to, offset) => to.set(bytes.subarray(start, end), offset)
  if (codec === 'PCMA')
    return (bytes, start, end, to, offset) => convertBytes(mulawOfAlaw, bytes, start, end, to, offset)
  const decoder = createG722Decoder()
  return (bytes, start, end, to, offset) => {
    decoder.decodeNarrow(bytes, start, end, samples)
    for (let index = 0; index < end - start; index++) to[offset + index] = encodeMulawSample(samples[index]!)
  }
}
