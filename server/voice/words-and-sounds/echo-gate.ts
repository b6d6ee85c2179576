// Tells the echo of the assistant's own audio from speech of the customer, frame by frame.
import { levelDb } from './audio-level.ts'
import { createEchoPath } from './echo-path.ts'

/** Echo is at least this much weaker than the audio that was played. */
const echoLossDb = 12
/** Echo returns within 400 ms, in frames of 20 ms. */
const longestDelay = 20
/** The loudness of speech varies: for 200 ms after certain speech, weaker frames belong to it. */
const heldFrames = 10
const heldLossDb = 20
/** The assistant speaks at least this loud. */
const speakingDb = -40
/** Weaker frames are equally silent. */
const silenceDb = -60

export function createEchoGate() {
  /** A ring buffer of the levels of the last frames. */
  const own = new Float64Array(longestDelay + 1).fill(silenceDb)
  const path = createEchoPath({ delays: own.length, quietDb: speakingDb })
  let ownFrames = 0
  /** The number of the last frame with sound. */
  let ownSoundFrame = Number.NEGATIVE_INFINITY
  let customerFrames = 0
  let speechFrame = Number.NEGATIVE_INFINITY

  const ownLevel = (framesAgo: number): number => own[(ownFrames - 1 - framesAgo + 2 * own.length) % own.length]!

  function loudestOwn(): number {
    let loudest = silenceDb
    for (const level of own) loudest = Math.max(loudest, level)
    return loudest
  }

  return {
    /** 20 ms of mu-law audio that the customer hears now; undefined while the assistant is silent. Called for every frame. */
    played(frame: Uint8Array | undefined): void {
      const level = frame ? Math.max(silenceDb, levelDb(frame)) : silenceDb
      own[ownFrames % own.length] = level
      ownFrames++
      if (level > silenceDb) ownSoundFrame = ownFrames
    },
    /** Takes 20 ms of mu-law audio of the customer, every frame in order. */
    isEcho(frame: Uint8Array): boolean {
      const level = Math.max(silenceDb, levelDb(frame))
      customerFrames++
      if (ownFrames - ownSoundFrame > longestDelay) return false
      const loudest = loudestOwn()
      if (level > loudest - echoLossDb) {
        // Noise of the line during silence is no speech.
        if (loudest > speakingDb) speechFrame = customerFrames
        return false
      }
      const isHeld = customerFrames - speechFrame <= heldFrames && level > loudest - heldLossDb
      if (isHeld) return false
      const expectedDb = path.expectedDb(ownLevel)
      const isEcho = expectedDb === undefined || level <= Math.max(silenceDb, expectedDb)
      path.learn(level, ownLevel, isEcho)
      return isEcho
    },
  }
}
