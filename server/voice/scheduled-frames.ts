// Remembers the audio that was sent ahead of time, to know which frame the caller hears at a given moment.
const frameBytes = 160
const frameMs = 20

export function createScheduledFrames() {
  let frames: { frame: Uint8Array; atMs: number }[] = []
  return {
    /** Mu-law audio at 8,000 Hz that is heard from `atMs` on. The bytes may be reused after the call. */
    add(audio: Uint8Array, atMs: number): void {
      for (let from = 0; from + frameBytes <= audio.length; from += frameBytes)
        frames.push({ frame: audio.slice(from, from + frameBytes), atMs: atMs + (from / frameBytes) * frameMs })
    },
    /** The audio from `atMs` on is not heard. */
    truncate(atMs: number): void {
      frames = frames.filter((one) => one.atMs < atMs)
    },
    /** The frame that is heard at this time; undefined if it is silent. Earlier frames are forgotten. */
    at(nowMs: number): Uint8Array | undefined {
      while (frames.length > 0 && frames[0]!.atMs + frameMs <= nowMs) frames.shift()
      const first = frames[0]
      return first && first.atMs <= nowMs ? first.frame : undefined
    },
  }
}
