// Detects when the other side of a call speaks, by the energy of its audio.
import { frameMs, isLoud } from './audio.ts'

/** Shorter noises are not speech. */
const minSpeechFrames = 3

export type SpeechDetector = ReturnType<typeof createSpeechDetector>

export function createSpeechDetector() {
  let loudFrames = 0
  const detector = {
    /** The time since speech; infinite before the first. */
    quietMs: Number.POSITIVE_INFINITY,
    /** How long the current or latest speech has lasted, with pauses below 700 ms. */
    speechMs: 0,
    push(frame: Uint8Array): void {
      const loud = isLoud(frame)
      loudFrames = loud ? loudFrames + 1 : 0
      if (detector.quietMs > pauseMs) detector.speechMs = 0
      if (loudFrames >= minSpeechFrames || (loud && detector.quietMs <= pauseMs)) {
        detector.speechMs += detector.speechMs === 0 ? loudFrames * frameMs : detector.quietMs + frameMs
        detector.quietMs = 0
      } else detector.quietMs += frameMs
    },
    isSpeaking: (): boolean => detector.quietMs < pauseMs,
  }
  return detector
}

/** A longer pause ends what someone says. */
export const pauseMs = 700
