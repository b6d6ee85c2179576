// Measures how early packets arrive, and decides when the jitter buffer needs a frame more or less.

/** 120 ms: the most that is delayed, in samples. */
export const maxDelay = 960
const frameSamples = 160
/** One second. */
const framesPerWindow = 50
/** Less than 5 ms will soon be too little; 50 ms for two seconds are more than the network needs. */
const tooLittle = 40
const tooMuch = 400

export interface Margins {
  /** The time in samples from the arrival of a packet to the tick that plays it. Negative: too late. */
  note(margin: number): void
  /** The play position has moved, so all margins are larger by this. */
  shift(samples: number): void
  /**
   * Counts a frame. Returns what would help: a frame that is inserted (1) at the next silence or
   * gap, or left out (-1) at the next silence.
   */
  countFrame(): -1 | 0 | 1
  /** The margin of the earliest packets: the delay that the buffer adds. */
  largest(): number
  reset(): void
}

export function createMargins(): Margins {
  let [least, most, leastBefore, mostBefore] = emptyWindow()
  let frames = 0
  let advice: -1 | 0 | 1 = 0

  const canGrow = (): boolean => Math.max(most, mostBefore) + frameSamples <= maxDelay

  return {
    note(margin) {
      if (margin < least) least = margin
      if (margin > most) most = margin
      // A late packet asks for more at once, a calm network for less only after a while.
      if (margin < 0 && canGrow()) advice = 1
    },
    shift(samples) {
      least += samples
      most += samples
      leastBefore += samples
      mostBefore += samples
      advice = 0
    },
    countFrame() {
      if (++frames < framesPerWindow) return advice
      frames = 0
      const smallest = Math.min(least, leastBefore)
      if (least < tooLittle && canGrow()) advice = 1
      else advice = smallest !== Number.POSITIVE_INFINITY && smallest >= tooMuch ? -1 : 0
      leastBefore = least
      mostBefore = most
      ;[least, most] = emptyWindow()
      return advice
    },
    largest: () => Math.max(0, most, mostBefore),
    reset() {
      ;[least, most, leastBefore, mostBefore] = emptyWindow()
      frames = 0
      advice = 0
    },
  }
}

const emptyWindow = (): [number, number, number, number] => [
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
]
