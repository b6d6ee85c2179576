// Decodes mu-law audio and measures its level.
/** The 16-bit sample of each mu-law byte (G.711). */
export const muLawSamples = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84
  return bits & 0x80 ? -magnitude : magnitude
})

const squares = Float64Array.from(muLawSamples, (sample) => (sample / 32_768) ** 2)
const quietestDb = -90

/** In decibels relative to the largest amplitude, from -90 to 0. */
export function levelDb(frame: Uint8Array): number {
  if (frame.length === 0) return quietestDb
  let sum = 0
  for (let at = 0; at < frame.length; at++) sum += squares[frame[at]!]!
  return Math.max(quietestDb, 10 * Math.log10(sum / frame.length + 1e-12))
}
