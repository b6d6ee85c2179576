// Measures the level of mu-law audio.
import { mulawSamples } from '@parley/telephone'

const squares = Float64Array.from(mulawSamples, (sample) => (sample / 32_768) ** 2)
const quietestDb = -90

/** The amplitude of the loudest sample, from 0 to 32,767. */
export function peakOf(frame: Uint8Array): number {
  let peak = 0
  for (let at = 0; at < frame.length; at++) peak = Math.max(peak, Math.abs(mulawSamples[frame[at]!]!))
  return peak
}

/** The loudest sample, in decibels relative to the largest amplitude, from -90 to 0. */
export const peakDb = (frame: Uint8Array): number => Math.max(quietestDb, 20 * Math.log10(peakOf(frame) / 32_768))

/** In decibels relative to the largest amplitude, from -90 to 0. */
export function levelDb(frame: Uint8Array): number {
  if (frame.length === 0) return quietestDb
  let sum = 0
  for (let at = 0; at < frame.length; at++) sum += squares[frame[at]!]!
  return Math.max(quietestDb, 10 * Math.log10(sum / frame.length + 1e-12))
}
