// Removes silence from both ends of mu-law audio at 8,000 Hz, because the recognizer finds no words after much of it.
import { mulawSamples } from '@parley/telephone'

const bytesPerMs = 8
const silentByte = 0xff
/** About 40 dB below full scale: quieter than speech at the usual volume. */
const soundSample = 330
/** In quiet speech, sound is at least this loud, relative to the loudest sample. */
const quietShare = 1 / 18
/** Quieter audio contains only the noise of the line. */
const leastSample = 24
/** Sounds such as “t” at the beginning and “th” at the end are quieter than that. */
const keptBeforeMs = 160
const keptAfterMs = 300
/** With a shorter pause at the end, the model writes commas instead of full stops. */
const leastAfterMs = 160

/** Returns no bytes if there is only silence. */
export function trimSilence(audio: Uint8Array): Uint8Array {
  const loudest = audio.reduce((most, byte) => Math.max(most, levelOf(byte)), 0)
  const threshold = Math.min(soundSample, Math.max(leastSample, loudest * quietShare))
  const isSound = (byte: number): boolean => levelOf(byte) >= threshold
  const first = audio.findIndex(isSound)
  if (first < 0) return new Uint8Array(0)
  const start = Math.max(0, first - keptBeforeMs * bytesPerMs)
  const end = audio.findLastIndex(isSound) + 1
  const kept = audio.subarray(start, end + keptAfterMs * bytesPerMs)
  const trimmed = new Uint8Array(Math.max(kept.length, end - start + leastAfterMs * bytesPerMs)).fill(silentByte)
  trimmed.set(kept)
  return trimmed
}

const levelOf = (byte: number): number => Math.abs(mulawSamples[byte]!)
