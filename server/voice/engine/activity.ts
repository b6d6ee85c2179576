// Detects when the customer starts and stops speaking, and ignores the echo of the assistant.
/** Speech starts when this many of the last frames contain it. A frame is 20 ms. */
const framesToStart = 3
const startWindow = 4
/** A shorter gap is part of the speech. */
const framesToEnd = 10
const frameMs = 20

export interface ActivityOptions {
  isSpeech(frame: Uint8Array): boolean
  /** Whether the frame is the assistant's own audio that came back. */
  isEcho(frame: Uint8Array): boolean
  /** `atMs` is the beginning of the speech. */
  started(atMs: number): void
  /** The customer goes on speaking; called with every frame. */
  continued(spokenMs: number): void
  /** `atMs` is the end of the speech. */
  ended(atMs: number): void
}

export function createActivity({ isSpeech, isEcho, started, continued, ended }: ActivityOptions) {
  /** One bit for each of the last frames. */
  let window = 0
  let isSpeaking = false
  let startedAtMs = 0
  let silentFrames = 0
  let voicedFrames = 0
  let lastVoicedMs = Number.NEGATIVE_INFINITY

  return {
    /** Whether further frames without speech have no effect. */
    isAtRest: () => !isSpeaking && window === 0,
    lastVoicedMs: () => lastVoicedMs,
    frame(frame: Uint8Array, atMs: number): void {
      // The detection of echo learns from every frame.
      const isOwn = isEcho(frame)
      const isVoiced = isSpeech(frame) && !isOwn
      if (isVoiced) lastVoicedMs = atMs
      window = ((window << 1) | (isVoiced ? 1 : 0)) & ((1 << startWindow) - 1)
      if (!isSpeaking) {
        if (countBits(window) < framesToStart) return
        isSpeaking = true
        silentFrames = 0
        voicedFrames = countBits(window)
        startedAtMs = atMs - (voicedFrames - 1) * frameMs
        started(startedAtMs)
        return
      }
      silentFrames = isVoiced ? 0 : silentFrames + 1
      if (isVoiced) voicedFrames++
      if (silentFrames < framesToEnd) {
        continued(voicedFrames * frameMs)
        return
      }
      isSpeaking = false
      window = 0
      ended(atMs - silentFrames * frameMs + frameMs)
    },
  }
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest > 0; rest >>= 1) count += rest & 1
  return count
}
