// Conceals lost audio: repeats the last period of the voice and fades it out within 60 ms (after ITU-T G.711, appendix I).
import { encodeMulawSample, mulawSamples, mulawSilence } from '@parley/telephone'

/** 60 ms: enough for two periods of the deepest voice and the stretch that is compared. */
const historySamples = 480
/** Periods of 5 to 15 ms: voices of 66 to 200 Hz, and multiples of the periods of higher ones. */
const minPeriod = 40
const maxPeriod = 120
const comparedSamples = 160
/** The audio fades from 10 to 60 ms after the loss has begun. */
const fullSamples = 80
const fadeSamples = 400
/** The first 4 ms after the loss are mixed with the repetition. */
const mixedSamples = 32

/** Mu-law of 8,000 samples per second. All functions take a part of a frame. */
export interface Concealer {
  /** Notes audio that was played. */
  note(frame: Uint8Array, start: number, end: number): void
  /** Writes a replacement for lost audio. It is silence 60 ms after the last audio. */
  conceal(frame: Uint8Array, start: number, end: number): void
  /** Smooths the beginning of audio that follows a loss, in place. */
  resume(frame: Uint8Array, start: number, end: number): void
}

export function createConcealer(): Concealer {
  const history = new Uint8Array(historySamples).fill(mulawSilence)
  const period = new Float64Array(maxPeriod)
  let periodSamples = 0
  /** How much was concealed since the last audio. */
  let concealed = 0

  function note(frame: Uint8Array, start: number, end: number): void {
    const count = end - start
    history.copyWithin(0, count)
    history.set(frame.subarray(start, end), historySamples - count)
  }

  /** The sample after what was concealed. */
  function next(): number {
    const gain = concealed < fullSamples ? 1 : Math.max(0, 1 - (concealed - fullSamples) / fadeSamples)
    const sample = gain === 0 ? 0 : gain * period[concealed % periodSamples]!
    concealed++
    return sample
  }

  return {
    note,
    conceal(frame, start, end) {
      if (concealed === 0) periodSamples = readPeriod(history, period)
      for (let index = start; index < end; index++)
        frame[index] = concealed < fullSamples + fadeSamples ? encodeMulawSample(Math.round(next())) : mulawSilence
      note(frame, start, end)
    },
    resume(frame, start, end) {
      if (concealed === 0) return
      const count = Math.min(mixedSamples, end - start)
      for (let index = 0; index < count; index++) {
        const share = (index + 1) / (mixedSamples + 1)
        const mixed = share * mulawSamples[frame[start + index]!]! + (1 - share) * next()
        frame[start + index] = encodeMulawSample(Math.round(mixed))
      }
      concealed = 0
    },
  }
}

const linear = new Float64Array(historySamples)

/** Writes the last period of the voice, made continuous at its ends. Returns its length. */
function readPeriod(history: Uint8Array, period: Float64Array): number {
  for (let index = 0; index < historySamples; index++) linear[index] = mulawSamples[history[index]!]!
  const samples = bestPeriod()
  const overlap = samples >> 2
  const start = historySamples - samples
  for (let index = 0; index < samples; index++) {
    // The end of the period becomes what was before its beginning, so the repetition has no jump.
    const share = Math.max(0, index - (samples - overlap) + 1) / overlap
    period[index] = (1 - share) * linear[start + index]! + share * linear[start + index - samples]!
  }
  return samples
}

/** The period at which the last 20 ms resemble what was before: every second one, and then the neighbors of the best. */
function bestPeriod(): number {
  let best = minPeriod
  let bestScore = Number.NEGATIVE_INFINITY
  const compare = (period: number, step: number): void => {
    const score = similarity(period, step)
    if (score <= bestScore) return
    best = period
    bestScore = score
  }
  for (let period = minPeriod; period <= maxPeriod; period += 2) compare(period, 2)
  const coarse = best
  bestScore = Number.NEGATIVE_INFINITY
  for (let period = Math.max(minPeriod, coarse - 1); period <= Math.min(maxPeriod, coarse + 1); period++)
    compare(period, 1)
  return best
}

/** The cross-correlation, normalized by the power of the earlier samples. */
function similarity(period: number, step: number): number {
  let [product, power] = [0, 1]
  for (let index = historySamples - comparedSamples; index < historySamples; index += step) {
    const earlier = linear[index - period]!
    product += linear[index]! * earlier
    power += earlier * earlier
  }
  return product / Math.sqrt(power)
}
