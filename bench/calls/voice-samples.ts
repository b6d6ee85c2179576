// The measurements of the voice benchmark, and the lateness of paced audio.
export interface VoiceSamples {
  /** From the end of the configured delay after the customer's speech to the first audio of the answer. */
  decidedToMedia: number[]
  /** From the moment at which a realtime model sends the first audio of an answer to its first audio on the line. */
  deltaToMedia: number[]
  /** From the last frame of the customer's speech to the first audio of the answer. */
  endToMedia: number[]
  /** From the frame with which the speech is long enough for an interruption to `clear`. */
  decidedToClear: number[]
  /** Pairs: when audio arrived, and when the audio before it will have been played. */
  media: number[]
  /** Audio after a `clear` that neither belongs to the next answer nor is quieter. */
  stale: number
  /** Audio that arrived when the audio before it had been played. */
  gaps: number
  /** Answers and interruptions that did not happen. */
  missed: number
  /** Connections that the server closed. */
  closed: number
}

export const noSamples = (): VoiceSamples => ({
  decidedToMedia: [],
  deltaToMedia: [],
  endToMedia: [],
  decidedToClear: [],
  media: [],
  stale: 0,
  gaps: 0,
  missed: 0,
  closed: 0,
})

const leadMs = 200

/**
 * Returns how late each message was: how far the carrier's buffer had fallen below its level before a message,
 * which is 200 ms less the length of one message.
 */
export function latenessOf(media: readonly number[], messageMs: number): number[] {
  const lateness: number[] = []
  for (let at = 0; at < media.length; at += 2) {
    const bufferedMs = media[at + 1]! - media[at]!
    lateness.push(Math.max(0, leadMs - messageMs - bufferedMs))
  }
  return lateness
}
