// Tells the echo of the assistant's own audio from speech of the customer, frame by frame.
import { levelDb } from './audio-level.ts'

/** Echo is at least this much weaker than the audio that was played. */
const echoLossDb = 12
/** Echo returns within 400 ms, in frames of 20 ms. */
const longestDelay = 20
/** Envelopes are compared over 800 ms. */
const comparedFrames = 40
/** The envelope of echo follows that of the audio at least as closely as this. */
const leastCorrelation = 0.4
/** The loudness of speech varies: for 200 ms after certain speech, weaker frames belong to it. */
const heldFrames = 10
const heldLossDb = 20
/** The assistant speaks at least this loud. */
const speakingDb = -40
/** Weaker frames are equally silent. */
const silenceDb = -60

export function createEchoGate() {
  const capacity = longestDelay + 1 + comparedFrames
  /** Ring buffers of the levels of the last frames. */
  const own = new Float64Array(capacity).fill(silenceDb)
  const customer = new Float64Array(capacity).fill(silenceDb)
  let ownFrames = 0
  /** The number of the last frame with sound. */
  let ownSoundFrame = Number.NEGATIVE_INFINITY
  let customerFrames = 0
  let speechFrame = Number.NEGATIVE_INFINITY

  const ownLevel = (framesAgo: number): number => own[(ownFrames - 1 - framesAgo + 2 * capacity) % capacity]!
  const customerLevel = (framesAgo: number): number =>
    customer[(customerFrames - 1 - framesAgo + 2 * capacity) % capacity]!

  function loudestOwn(): number {
    let loudest = silenceDb
    for (let ago = 0; ago <= longestDelay; ago++) loudest = Math.max(loudest, ownLevel(ago))
    return loudest
  }

  /** Whether the level of the customer followed that of the assistant with any delay. */
  function followsOwn(): boolean {
    for (let delay = 0; delay <= longestDelay; delay++) {
      if (correlationAt(delay) >= leastCorrelation) return true
    }
    return false
  }

  function correlationAt(delay: number): number {
    let sumX = 0
    let sumY = 0
    let sumXX = 0
    let sumYY = 0
    let sumXY = 0
    for (let ago = 0; ago < comparedFrames; ago++) {
      const x = customerLevel(ago)
      const y = ownLevel(ago + delay)
      sumX += x
      sumY += y
      sumXX += x * x
      sumYY += y * y
      sumXY += x * y
    }
    const varianceX = sumXX - (sumX * sumX) / comparedFrames
    const varianceY = sumYY - (sumY * sumY) / comparedFrames
    // Constant levels, such as tones, cannot be compared.
    if (varianceX < comparedFrames || varianceY < comparedFrames) return 1
    return (sumXY - (sumX * sumY) / comparedFrames) / Math.sqrt(varianceX * varianceY)
  }

  return {
    /** 20 ms of mu-law audio that the customer hears now; undefined while the assistant is silent. Called for every frame. */
    played(frame: Uint8Array | undefined): void {
      const level = frame ? Math.max(silenceDb, levelDb(frame)) : silenceDb
      own[ownFrames % capacity] = level
      ownFrames++
      if (level > silenceDb) ownSoundFrame = ownFrames
    },
    /** Takes 20 ms of mu-law audio of the customer, every frame in order. */
    isEcho(frame: Uint8Array): boolean {
      const level = Math.max(silenceDb, levelDb(frame))
      customer[customerFrames % capacity] = level
      customerFrames++
      if (ownFrames - ownSoundFrame > longestDelay) return false
      const loudest = loudestOwn()
      if (level > loudest - echoLossDb) {
        // Noise of the line during silence is no speech.
        if (loudest > speakingDb) speechFrame = customerFrames
        return false
      }
      if (customerFrames - speechFrame <= heldFrames && level > loudest - heldLossDb) return false
      // Weak speech is recognized by its rhythm, after enough of it was heard.
      return customerFrames < comparedFrames || level <= silenceDb || followsOwn()
    },
  }
}
