// Turns the audio messages of a call into frames of 20 ms: late audio is dropped, missing audio becomes silence.

export const frameBytes = 160
/** The silence of mu-law audio. */
const silence = new Uint8Array(frameBytes).fill(0xff)

const bytesPerMs = 8
const frameMs = 20
/** Audio may be this much faster than real time. */
const leadMs = 1_000
/** The longest gap that is filled, and the longest stall of the network whose audio is still used. */
const longestGapMs = 10_000
/** After this many messages in sequence that are late, the carrier has restarted its timestamps. */
const maxLateMessages = 25

/** `deliver` must not change the frames. */
export function createAudioInput(deliver: (frame: Uint8Array) => void) {
  let expectedMs = Number.NaN
  let lateMessages = 0
  let allowedMs = leadMs
  let checkedMs = Number.NaN
  let partial = new Uint8Array(frameBytes)
  let partialBytes = 0

  function deliverInTime(frame: Uint8Array): void {
    if (allowedMs < frameMs) return
    allowedMs -= frameMs
    deliver(frame)
  }

  function append(audio: Uint8Array): void {
    let from = 0
    while (from < audio.length) {
      if (partialBytes === 0 && audio.length - from >= frameBytes) {
        deliverInTime(audio.length === frameBytes ? audio : audio.subarray(from, from + frameBytes))
        from += frameBytes
        continue
      }
      const part = audio.subarray(from, from + frameBytes - partialBytes)
      partial.set(part, partialBytes)
      partialBytes += part.length
      from += part.length
      if (partialBytes < frameBytes) continue
      deliverInTime(partial)
      partial = new Uint8Array(frameBytes)
      partialBytes = 0
    }
  }

  function appendSilence(ms: number): void {
    for (let bytes = ms * bytesPerMs; bytes > 0; bytes -= frameBytes) append(silence.subarray(0, bytes))
  }

  return {
    /** Keeps references to `audio`. `timestampMs` is the position in the stream, and NaN if it is unknown. */
    push: (audio: Uint8Array, timestampMs: number, nowMs: number): void => {
      if (checkedMs < nowMs) allowedMs = Math.min(allowedMs + nowMs - checkedMs, leadMs + longestGapMs)
      checkedMs = nowMs
      const gapMs = timestampMs - expectedMs
      const isLate = gapMs <= -frameMs
      lateMessages = isLate ? lateMessages + 1 : 0
      if (isLate && lateMessages <= maxLateMessages) return
      // Smaller differences are rounding errors of the timestamps.
      if (gapMs >= frameMs) appendSilence(Math.min(Math.floor(gapMs), longestGapMs))
      append(audio)
      const startMs = Number.isNaN(timestampMs) ? expectedMs : timestampMs
      expectedMs = startMs + audio.length / bytesPerMs
    },
  }
}
