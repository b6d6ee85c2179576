// Converts between mu-law and A-law byte by byte, without samples in between (ITU-T G.711).
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from '@parley/telephone'

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)

/** The A-law byte of each mu-law byte. Silence becomes silence. */
export const alawOfMulaw: Uint8Array = encodeAlaw(decodeMulaw(allBytes))

// A-law has no zero. Its two smallest values become the silence of mu-law, so a silent line stays silent.
/** The mu-law byte of each A-law byte. Silence becomes silence. */
export const mulawOfAlaw: Uint8Array = encodeMulaw(
  decodeAlaw(allBytes).map((sample) => (Math.abs(sample) <= 8 ? 0 : sample)),
)

/** Writes the converted bytes of `from`, `start` to `end`, to `to` at an offset. */
export function convertBytes(
  table: Uint8Array,
  from: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  offset: number,
): void {
  for (let index = start; index < end; index++) to[offset + index - start] = table[from[index]!]!
}
