// Normalizes the volume of the customer's speech for recognizers and realtime models.
import { encodeMulawSample, mulawSamples } from '@parley/telephone'
import { levelDb, peakOf } from './words-and-sounds/audio-level.ts'

const targetDb = -20
/** Speech at usual levels is not changed at all, because every change adds quantization noise. */
const usualDb = { least: -28, most: -12 }
/** After it has left the usual range, speech is normalized until it is this close to the target. */
const closeDb = 2
const gainDb = { least: 0, most: 18 }
/** Gain falls at once and rises by 20 dB per second. */
const riseDb = 0.4
/** In silence, gain is withdrawn by 75 dB per second. */
const withdrawDb = 1.5
/** Samples do not exceed this amplitude because of gain. */
const peak = 30_000

/** Quieter frames are not speech, and neither are frames close to the background noise. */
const speechDb = { least: -55, aboveFloor: 10 }
/** The background noise is the lowest level in the last 0.6 to 1.2 s. */
const floorFrames = 30
/** The level of speech varies within 200 ms; noise and tones are steady. */
const variation = { frames: 10, leastDb: 4 }
/** Gaps of up to 200 ms are part of the speech. */
const gapFrames = 10
/** Speech is measured for 200 ms before its gain changes. */
const learnFrames = 10
/** The measured level follows louder speech within 16 frames and quieter speech within 64. */
const follow = { louder: 1 / 16, quieter: 1 / 64 }

export function createVolumeNormalizer() {
  const isSpeech = createSpeechGate()
  const speechGainDb = createSpeechGain()
  let output = new Uint8Array(160)
  let appliedDb = 0

  return {
    /**
     * Takes and returns mu-law audio at 8,000 Hz, in frames of 20 ms. While the assistant speaks, the customer's side
     * contains its echo, so nothing is learned or raised. Returns the same frame if it is not changed. The bytes that are
     * returned are reused by the next call.
     */
    process(frame: Uint8Array, isAssistantAudible: boolean): Uint8Array {
      const level = levelDb(frame)
      const { isVaried, isActive } = isSpeech(level)
      const wanted = speechGainDb(level, isVaried && !isAssistantAudible)
      const mayRaise = isActive && !isAssistantAudible
      const nextDb = mayRaise ? wanted : Math.min(wanted, Math.max(0, appliedDb - withdrawDb))
      const from = appliedDb
      appliedDb = nextDb
      if (from === 0 && nextDb === 0) return frame
      if (output.length !== frame.length) output = new Uint8Array(frame.length)
      amplify(frame, { from, to: nextDb }, output)
      return output
    },
  }
}

/** Decides for the level of each frame whether it is part of speech, and whether its level can be measured. */
function createSpeechGate(): (level: number) => { isVaried: boolean; isActive: boolean } {
  const recent = new Float64Array(variation.frames)
  let frames = 0
  let earlierFloor = 0
  let floor = 0
  let gap = gapFrames

  return (level) => {
    if (frames === 0) recent.fill(level)
    recent[frames % recent.length] = level
    if (frames % floorFrames === 0) {
      earlierFloor = floor
      floor = level
    }
    frames++
    floor = Math.min(floor, level)
    const isLoud = level > Math.max(speechDb.least, Math.min(floor, earlierFloor) + speechDb.aboveFloor)
    const isVaried = isLoud && rangeOf(recent) >= variation.leastDb
    gap = isVaried ? 0 : gap + 1
    return { isVaried, isActive: gap <= gapFrames }
  }
}

function rangeOf(levels: Float64Array): number {
  let [least, most] = [levels[0]!, levels[0]!]
  for (const level of levels) {
    least = Math.min(least, level)
    most = Math.max(most, level)
  }
  return most - least
}

/** Returns the gain that brings the speech that was measured so far to the target. */
function createSpeechGain(): (level: number, isMeasured: boolean) => number {
  let power = 0
  let frames = 0
  let isNormalizing = false
  let gain = 0

  return (level, isMeasured) => {
    if (!isMeasured) return gain
    const framePower = 10 ** (level / 10)
    frames++
    const rate = framePower > power ? follow.louder : follow.quieter
    power += (framePower - power) * Math.max(rate, 1 / frames)
    if (frames < learnFrames) return gain
    const measuredDb = 10 * Math.log10(power)
    if (measuredDb < usualDb.least || measuredDb > usualDb.most) isNormalizing = true
    else if (Math.abs(measuredDb - targetDb) < closeDb) isNormalizing = false
    const wanted = isNormalizing ? Math.max(gainDb.least, Math.min(gainDb.most, targetDb - measuredDb)) : 0
    gain = Math.min(wanted, gain + riseDb)
    return gain
  }
}

/** Changes the gain evenly from sample to sample, so that the change cannot be heard. */
function amplify(frame: Uint8Array, gain: { from: number; to: number }, output: Uint8Array): void {
  const limit = Math.max(1, peak / Math.max(1, peakOf(frame)))
  const first = Math.min(limit, 10 ** (gain.from / 20))
  const step = (Math.min(limit, 10 ** (gain.to / 20)) - first) / frame.length
  for (let at = 0; at < frame.length; at++)
    output[at] = encodeMulawSample(mulawSamples[frame[at]!]! * (first + step * (at + 1)))
}
