// Detects when the customer starts and stops speaking, and ignores the echo of the assistant and other noises.
import { verificationGapMs } from '@parley/speech'
import type { SpeechVerification } from '#server/ports/speech-verifier.ts'
import { levelDb, peakDb } from '../words-and-sounds/audio-level.ts'

const frameMs = 20
/** A sound starts when this many of the last frames contain it. */
const framesToStart = 3
const startWindow = 4
/** A shorter gap is part of the sound. */
const framesToEnd = 12
/** Fewer frames are needed while speech is verified: a gap is reported when it has lasted for `verificationGapMs`. */
const verifiedFramesToEnd = 6
/** A shorter gap is reported as well, because the words may be wanted soon. */
const framesToMayEnd = 5
const verifiedFramesToMayEnd = 1
/** The detectors confirm speech within this many frames. If a sound takes longer, noise came before the speech. */
const framesToConfirm = 15
/** For this time after a longer noise, the end of speech is verified as well, because the noise could hide it. */
const noisyMs = 10_000
/** Speech that has no gap for so long is verified again, because a noise could have begun. */
const framesWithoutGap = 150
/** If it is confirmed, it is verified again after this time. */
const framesToVerifyAgain = 50
/** The shortest gap that counts for this. */
const gapFrames = 3
/** The first detector reports speech for up to 300 ms after its end, when only sound this much quieter is left. */
const quieterDb = 25
/** The same if a noise can cover the end of the speech. */
const quieterInNoiseDb = 20
/** The last consonant of a word is short, so its loudest sample decides whether it is heard. */
const inaudibleDb = 29
/** The detectors report the end of speech by at most this much too early or too late. */
const inaccuracyMs = 200

export interface ActivityOptions {
  /** Whether a frame of 20 ms contains sound that can be speech. Takes little time. */
  isSpeech(frame: Uint8Array): boolean
  /** Listens more closely to one sound. Without it, or if it returns undefined, the sound counts as speech. */
  verify?: (() => SpeechVerification | undefined) | undefined
  /** Whether the frame is the assistant's own audio that came back. */
  isEcho(frame: Uint8Array): boolean
  /** There is sound that may turn out to be the beginning of speech; called with every frame of it. */
  mayHaveStarted?(): void
  /** `atMs` is the beginning of the speech. */
  started(atMs: number): void
  /** The customer continues speaking; called with every frame. */
  continued(spokenMs: number): void
  /** The speech may have ended. If it has, `ended` follows. */
  mayHaveEnded?(): void
  /** `atMs` is the end of the speech. */
  ended(atMs: number): void
}

export function createActivity(options: ActivityOptions) {
  const { isSpeech, verify, isEcho, mayHaveStarted, started, continued, mayHaveEnded, ended } = options
  const verification = createSoundVerification(verify)
  const loudness = createLoudness({ levelOf: levelDb, risingDb: 2, fallingDb: 0.1 })
  const peak = createLoudness({ levelOf: peakDb, risingDb: 10, fallingDb: 0.01 })
  /** `sound`: it is not confirmed yet that the sound is speech. */
  let state: 'silence' | 'sound' | 'speech' = 'silence'
  /** One bit for each of the last frames. */
  let window = 0
  let startedAtMs = 0
  let soundFrames = 0
  let voicedFrames = 0
  let silentFrames = 0
  let framesSinceGap = 0
  let lastLoudMs = Number.NEGATIVE_INFINITY
  let lastAudibleMs = Number.NEGATIVE_INFINITY
  let noisyUntilMs = Number.NEGATIVE_INFINITY
  let lastVoicedMs = Number.NEGATIVE_INFINITY
  /** The first detector still reports the end of the speech. */
  let isFading = false

  function listen(isSound: boolean, atMs: number): void {
    if (isSound) lastVoicedMs = atMs
    if (isSound) mayHaveStarted?.()
    const heard = countBits(window)
    if (heard < framesToStart) return
    beginSound(atMs - (heard - 1) * frameMs, heard)
    if (verification.start()) confirm(atMs)
  }

  function beginSound(atMs: number, frames: number): void {
    state = 'sound'
    startedAtMs = atMs
    soundFrames = frames
    voicedFrames = frames
    silentFrames = 0
    loudness.beginSound()
    peak.beginSound()
  }

  function examine(isSound: boolean, isVoiced: boolean, atMs: number): void {
    soundFrames++
    if (isSound) voicedFrames++
    silentFrames = isSound ? 0 : silentFrames + 1
    if (isSound) mayHaveStarted?.()
    if (isVoiced) confirm(atMs)
    else if (silentFrames >= framesToEnd) {
      if (soundFrames - silentFrames > framesToConfirm) noisyUntilMs = atMs + noisyMs
      beSilent()
    }
  }

  function confirm(atMs: number): void {
    if (soundFrames > framesToConfirm) {
      noisyUntilMs = atMs + noisyMs
      voicedFrames = framesToConfirm
      startedAtMs = atMs - framesToConfirm * frameMs
    }
    state = 'speech'
    stopUnlessNeeded(atMs)
    silentFrames = 0
    framesSinceGap = 0
    lastVoicedMs = atMs
    started(startedAtMs)
  }

  /** Stops the verification, unless it is needed to find the end of the speech. */
  function stopUnlessNeeded(atMs: number): void {
    if (atMs >= noisyUntilMs && !verification.isFaint()) verification.stop()
  }

  function goOn(isLoudSound: boolean, isVoiced: boolean, atMs: number): void {
    silentFrames = isVoiced ? 0 : silentFrames + 1
    framesSinceGap = silentFrames < gapFrames ? framesSinceGap + 1 : 0
    if (isVoiced) {
      voicedFrames++
      lastVoicedMs = atMs
    }
    if (silentFrames === (verification.isOpen() ? verifiedFramesToMayEnd : framesToMayEnd)) mayHaveEnded?.()
    if (silentFrames >= (verification.isOpen() ? verifiedFramesToEnd : framesToEnd)) endSpeech(isLoudSound, atMs)
    else {
      if (verification.isPossible && framesSinceGap >= framesWithoutGap) verifyAgain(isVoiced, atMs)
      continued(voicedFrames * frameMs)
    }
  }

  /** The verification continues until it confirms speech. */
  function verifyAgain(isVoiced: boolean, atMs: number): void {
    const isConfirmed = verification.isOpen() ? isVoiced : verification.start()
    if (!isConfirmed) return
    framesSinceGap = framesWithoutGap - framesToVerifyAgain
    stopUnlessNeeded(atMs)
  }

  function endSpeech(isLoudSound: boolean, atMs: number): void {
    const endedAtMs = Math.max(startedAtMs, endOfSpeech(atMs))
    if (isLoudSound) {
      // The sound fades, or a noise continues in which the next words are heard.
      noisyUntilMs = Math.max(noisyUntilMs, atMs + framesToConfirm * frameMs)
      if (!verification.isOpen()) verification.start()
      beginSound(atMs, 0)
    } else {
      beSilent()
      isFading = true
    }
    ended(endedAtMs)
  }

  const isInNoise = (atMs: number): boolean => verification.isOpen() && atMs < noisyUntilMs

  function endOfSpeech(atMs: number): number {
    const voicedMs = atMs - (silentFrames - 1) * frameMs - (verification.isOpen() ? verificationGapMs : 0)
    if (isInNoise(atMs)) return Math.min(voicedMs, lastLoudMs)
    return Math.abs(lastAudibleMs - voicedMs) > inaccuracyMs ? voicedMs : lastAudibleMs
  }

  /** Whether the frame is not much quieter than the sound that it belongs to. */
  function isLoud(frame: Uint8Array, atMs: number): boolean {
    const quieter = loudness.quieterDb(frame)
    if (quieter < (verification.isOpen() ? quieterInNoiseDb : quieterDb)) lastLoudMs = atMs
    if (peak.quieterDb(frame) < inaudibleDb) lastAudibleMs = atMs
    return quieter < quieterDb
  }

  function beSilent(): void {
    verification.stop()
    state = 'silence'
    window = 0
  }

  return {
    /** Whether further frames without sound have no effect. */
    isAtRest: () => state === 'silence' && window === 0,
    lastVoicedMs: () => lastVoicedMs,
    frame(frame: Uint8Array, atMs: number): void {
      // The detection of echo learns from every frame.
      const isOwn = isEcho(frame)
      const isSound = isSpeech(frame) && !isOwn
      const isVerified = verification.hear(frame)
      const isPartOfSound = (state !== 'silence' || isFading) && !isOwn && isLoud(frame, atMs)
      const isLoudSound = isSound && isPartOfSound
      const isVoiced = verification.isOpen() ? isVerified && !isOwn : isLoudSound
      isFading &&= isSound && !isPartOfSound
      window = ((window << 1) | (isSound && !isFading ? 1 : 0)) & ((1 << startWindow) - 1)
      if (state === 'silence') listen(isSound, atMs)
      else if (state === 'sound') examine(isSound, isVoiced, atMs)
      else goOn(isLoudSound, isVoiced, atMs)
    },
    close: verification.stop,
  }
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest > 0; rest >>= 1) count += rest & 1
  return count
}

const frameBytes = 160
const keptFrames = 10
/** The first detector misses parts of speech that is not louder. */
const faintDb = -32

/** @param open Returns undefined if nothing can verify the sound, which then counts as speech. */
export function createSoundVerification(open: (() => SpeechVerification | undefined) | undefined) {
  const kept = new Uint8Array(open ? keptFrames * frameBytes : 0)
  let count = 0
  let verification: SpeechVerification | undefined

  const positionOf = (index: number): number => (index % keptFrames) * frameBytes
  const keptFrame = (index: number): Uint8Array => kept.subarray(positionOf(index), positionOf(index) + frameBytes)

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
      if (kept.length > 0) kept.set(frame, positionOf(count++))
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

const initialDb = -40

export interface LoudnessOptions {
  /** The level of 20 ms of audio, in decibels. */
  levelOf(frame: Uint8Array): number
  /** The loudness changes by at most this much with each frame, so that a short noise does not determine it. */
  risingDb: number
  fallingDb: number
}

export function createLoudness({ levelOf, risingDb, fallingDb }: LoudnessOptions) {
  let loudnessDb = initialDb
  return {
    beginSound(): void {
      loudnessDb = initialDb
    },
    /** Takes the next 20 ms of the sound. Returns by how many decibels they are quieter. */
    quieterDb(frame: Uint8Array): number {
      const level = levelOf(frame)
      loudnessDb += Math.max(-fallingDb, Math.min(risingDb, level - loudnessDb))
      return loudnessDb - level
    },
  }
}
