// Learns whether the assistant's audio comes back in a call, with which delay, and how loud.

/** Before the assistant was heard for a second, anything weak can be its echo. */
const leastFrames = 50
/** The same for sounds without rhythm, such as tones. */
const leastDeviationDb = 3
/** What was heard counts less with time: by 63 % after this many frames, 5 s. */
const memoryFrames = 250
/** The level of the customer follows that of the assistant at least as closely as this if there is an echo. */
const leastCorrelation = 0.6
/** An echo that is known needs less. */
const leastKnownCorrelation = 0.45
/** What is louder than a known echo is probably speech of the customer. It counts this much, because the echo can change. */
const shareOfSpeech = 0.05
/** Echo is not louder than expected by more than this many standard deviations, at least 4 dB. */
const deviations = 2.5
const leastMarginDb = 4
/** Echo fades in frames, and their boundaries differ from those of the audio. */
const framesAround = 2

export interface EchoPathOptions {
  /** In frames of 20 ms, from 0 on. */
  delays: number
  /** The assistant's pauses are equally silent. */
  quietDb: number
}

/** Compares the level of the customer with that of the assistant at each delay, in decibels. */
export function createEchoPath({ delays, quietDb }: EchoPathOptions) {
  const sumY = new Float64Array(delays)
  const sumYY = new Float64Array(delays)
  const sumXY = new Float64Array(delays)
  let sumX = 0
  let sumXX = 0
  let weight = 0
  let frames = 0
  let delay: number | undefined
  let isKnown = false

  const varianceX = (): number => Math.max(0, sumXX / weight - (sumX / weight) ** 2)
  const varianceY = (at: number): number => Math.max(0, sumYY[at]! / weight - (sumY[at]! / weight) ** 2)
  const covariance = (at: number): number => sumXY[at]! / weight - (sumX / weight) * (sumY[at]! / weight)

  function correlation(at: number): number {
    const product = varianceX() * varianceY(at)
    return product < 1e-6 ? 0 : covariance(at) / Math.sqrt(product)
  }

  function findDelay(): void {
    let most = Number.NEGATIVE_INFINITY
    for (let at = 0; at < delays; at++) {
      const found = correlation(at)
      if (found <= most) continue
      most = found
      delay = at
    }
    isKnown = most >= (isKnown ? leastKnownCorrelation : leastCorrelation)
  }

  return {
    /**
     * @param ownDb The level of the assistant so many frames ago.
     * @param isEcho Whether the frame is not louder than expected.
     */
    learn(customerDb: number, ownDb: (framesAgo: number) => number, isEcho: boolean): void {
      const share = isEcho || !isKnown ? 1 : shareOfSpeech
      const kept = 1 - share / memoryFrames
      weight = weight * kept + share
      sumX = sumX * kept + share * customerDb
      sumXX = sumXX * kept + share * customerDb ** 2
      for (let at = 0; at < delays; at++) {
        const y = Math.max(quietDb, ownDb(at))
        sumY[at] = sumY[at]! * kept + share * y
        sumYY[at] = sumYY[at]! * kept + share * y * y
        sumXY[at] = sumXY[at]! * kept + share * customerDb * y
      }
      frames++
      findDelay()
    },
    /** The level that the echo does not exceed now. Undefined while that is not known; without echo, -Infinity. */
    expectedDb(ownDb: (framesAgo: number) => number): number | undefined {
      if (frames < leastFrames || delay === undefined || varianceY(delay) < leastDeviationDb ** 2) return undefined
      if (!isKnown) return Number.NEGATIVE_INFINITY
      let loudest = quietDb
      for (let at = Math.max(0, delay - framesAround); at <= Math.min(delays - 1, delay + framesAround); at++)
        loudest = Math.max(loudest, ownDb(at))
      const slope = covariance(delay) / varianceY(delay)
      const meanDb = sumX / weight + slope * (loudest - sumY[delay]! / weight)
      const deviation = Math.sqrt(varianceX() * (1 - correlation(delay) ** 2))
      return meanDb + Math.max(leastMarginDb, deviations * deviation)
    },
  }
}
