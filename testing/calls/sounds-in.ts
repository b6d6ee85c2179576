// Finds the times at which mu-law audio is audible.
import { decodeMulaw } from '@parley/telephone'

const frameMs = 20
const frameSamples = 160

export interface Sound {
  fromMs: number
  toMs: number
}

/** Sounds in mu-law audio whose frames have at least this root mean square, without longer gaps. */
export function soundsIn(audio: Uint8Array, { least, longestGapMs }: { least: number; longestGapMs: number }): Sound[] {
  const samples = decodeMulaw(audio)
  const sounds: Sound[] = []
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) {
    const frame = samples.subarray(at, at + frameSamples)
    if (frame.reduce((sum, sample) => sum + sample * sample, 0) < frameSamples * least ** 2) continue
    const fromMs = at / 8
    const last = sounds.at(-1)
    if (last && fromMs - last.toMs <= longestGapMs) last.toMs = fromMs + frameMs
    else sounds.push({ fromMs, toMs: fromMs + frameMs })
  }
  return sounds
}
