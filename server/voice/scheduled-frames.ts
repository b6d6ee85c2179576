// Remembers the audio that was sent ahead of time, to know what the customer hears at a given moment.
const bytesPerMs = 8
const frameBytes = 160
const frameMs = 20
/** Audio is kept this long after it was heard, in case that no frame of the customer arrives. */
const keptMs = 1_000
/** A longer gap between the frames of the customer is not jitter. */
const longestJitterMs = 400
/** Follows a clock of the carrier that differs by up to 1 %. */
const driftMs = 0.2

/** Mu-law audio at 8,000 Hz in pieces of any length. */
export function createScheduledFrames() {
  let pieces: { audio: Uint8Array; atMs: number }[] = []
  let cursorMs = Number.NEGATIVE_INFINITY
  const frame = new Uint8Array(frameBytes)

  /** Frames of the customer arrive late and in bursts, but never early. */
  function advance(nowMs: number): void {
    cursorMs = nowMs - cursorMs > longestJitterMs ? nowMs : Math.min(nowMs, cursorMs + frameMs + driftMs)
  }

  return {
    /** The audio is heard from `atMs` on. The bytes may be reused after the call. */
    add(audio: Uint8Array, atMs: number): void {
      while (pieces[0] && pieces[0].atMs < atMs - keptMs) pieces.shift()
      pieces.push({ audio: audio.slice(), atMs })
    },
    /** The audio from `atMs` on is not heard. */
    truncate(atMs: number): void {
      pieces = pieces.filter((piece) => piece.atMs < atMs)
      for (const piece of pieces) piece.audio = piece.audio.subarray(0, Math.ceil((atMs - piece.atMs) * bytesPerMs))
    },
    /**
     * What the customer hears when a frame of the customer arrives; called once for each frame. Undefined if nothing is
     * scheduled. The bytes that are returned are reused by the next call.
     */
    next(nowMs: number): Uint8Array | undefined {
      advance(nowMs)
      while (pieces[0] && pieces[0].atMs + pieces[0].audio.length / bytesPerMs <= cursorMs) pieces.shift()
      if (pieces.length === 0) return undefined
      frame.fill(0xff)
      for (const { audio, atMs } of pieces) {
        const offset = Math.round((atMs - cursorMs) * bytesPerMs)
        if (offset >= frameBytes) continue
        frame.set(audio.subarray(Math.max(0, -offset), Math.max(0, frameBytes - offset)), Math.max(0, offset))
      }
      return frame
    },
  }
}
