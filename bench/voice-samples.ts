// The measurements of the voice benchmark, and the lateness of paced audio.
export interface VoiceSamples {
  /** From the message `start` to the first audio. */
  greeting: number[]
  /** From the end of the configured delay after the caller's speech to the first audio of the answer. */
  decidedToMedia: number[]
  /** From the last frame of the caller's speech to the first audio of the answer. */
  endToMedia: number[]
  /** From the frame with which the speech is long enough for an interruption to `clear`. */
  decidedToClear: number[]
  /** From the beginning of the first frame of the caller's speech to `clear`. */
  onsetToClear: number[]
  /** After noise, the position where the answer goes on minus the position that was played. */
  heardError: number[]
  /** Pairs: when audio arrived, and when the audio before it will have been played. */
  media: number[]
  /** Audio after a `clear` that does not belong to the next answer. */
  stale: number
  /** Audio that arrived when the audio before it had been played. */
  gaps: number
  /** Answers and interruptions that did not happen. */
  missed: number
  /** Connections that the server closed. */
  closed: number
}

export const noSamples = (): VoiceSamples => ({
  greeting: [],
  decidedToMedia: [],
  endToMedia: [],
  decidedToClear: [],
  onsetToClear: [],
  heardError: [],
  media: [],
  stale: 0,
  gaps: 0,
  missed: 0,
  closed: 0,
})

const tickMs = 20
const leadMs = 200
/** A server may send somewhat before the buffer can take a whole message, but at a tick. */
const toleranceMs = tickMs / 2
const phaseSteps = 80

/**
 * Returns how late each message was. It is due at the first tick at which the carrier's buffer of 200 ms can take it.
 * All calls of a server share its ticks; their phase is the one for which the messages are least late.
 */
export function latenessOf(media: readonly number[], messageMs: number): number[] {
  const arrivals = media.filter((_, index) => index % 2 === 0)
  const phaseMs = phaseOf(arrivals)
  return arrivals.map((arrivalMs, index) => {
    const fromMs = media[2 * index + 1]! - leadMs + messageMs - toleranceMs
    const dueMs = phaseMs + Math.ceil((fromMs - phaseMs) / tickMs) * tickMs
    return Math.max(0, arrivalMs - dueMs)
  })
}

function phaseOf(arrivals: readonly number[]): number {
  const counts = new Array<number>(phaseSteps).fill(0)
  const stepMs = tickMs / phaseSteps
  for (const arrivalMs of arrivals) counts[Math.floor((arrivalMs % tickMs) / stepMs) % phaseSteps]!++
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let phase = 0; phase < phaseSteps; phase++) {
    const sum = counts.reduce((total, count, at) => total + count * ((at - phase + phaseSteps) % phaseSteps), 0)
    if (sum >= least) continue
    least = sum
    best = phase
  }
  return best * stepMs
}
