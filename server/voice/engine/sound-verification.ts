// Verifies that a sound is speech, beginning with what was heard shortly before the sound was noticed.
import type { SpeechVerification } from '#server/ports/speech-verifier.ts'
import { levelDb } from '../words-and-sounds/audio-level.ts'

const frameBytes = 160
const keptFrames = 10
/** The first detector misses parts of speech that is not louder. */
const faintDb = -32

/** @param open Returns undefined if nothing can verify the sound, which then counts as speech. */
export function createSoundVerification(open: (() => SpeechVerification | undefined) | undefined) {
  const kept = new Uint8Array(open ? keptFrames * frameBytes : 0)
  let count = 0
  let verification: SpeechVerification | undefined

  const keptFrame = (index: number): Uint8Array => {
    const at = (index % keptFrames) * frameBytes
    return kept.subarray(at, at + frameBytes)
  }

  return {
    isPossible: open !== undefined,
    isOpen: () => verification !== undefined,
    /** Returns whether the kept frames end with speech. */
    start(): boolean {
      verification = open?.()
      if (!verification) return true
      let isSpeech = false
      for (let index = Math.max(0, count - keptFrames); index < count; index++)
        isSpeech = verification.isSpeech(keptFrame(index))
      return isSpeech
    },
    /** Keeps 20 ms of audio, and returns whether it is speech, as far as that is verified now. */
    hear(frame: Uint8Array): boolean {
      if (kept.length > 0) keptFrame(count++).set(frame)
      return verification?.isSpeech(frame) ?? true
    },
    /** Whether all kept frames are quiet. */
    isFaint(): boolean {
      for (let index = 0; index < Math.min(count, keptFrames); index++)
        if (levelDb(keptFrame(index)) > faintDb) return false
      return true
    },
    stop(): void {
      verification?.close()
      verification = undefined
    },
  }
}
