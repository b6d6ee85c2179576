// Changes the volume of mu-law audio.
import { encodeMulawSample, mulawSamples } from '@parley/telephone'

/** In place, evenly from one factor to another. */
export function changeVolume(audio: Uint8Array, from: number, to: number): void {
  const step = (to - from) / audio.length
  for (let index = 0; index < audio.length; index++)
    audio[index] = encodeMulawSample(mulawSamples[audio[index]!]! * (from + step * (index + 1)))
}
