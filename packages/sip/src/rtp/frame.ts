// The frame: 20 ms of mu-law with 8,000 samples per second, in which audio enters and leaves the stack.
import { mulawSamples, mulawSilence } from '@parley/telephone'

export const frameBytes = 160
export const tickMs = 20
export const silentFrame: Uint8Array = new Uint8Array(frameBytes).fill(mulawSilence)

/** About -38 dBFS: the noise of a line, but no speech. */
const quietestSample = 400

export function isQuiet(frame: Uint8Array): boolean {
  for (let index = 0; index < frameBytes; index++)
    if (Math.abs(mulawSamples[frame[index]!]!) > quietestSample) return false
  return true
}
