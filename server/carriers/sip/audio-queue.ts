// The audio that is played to one side of a call: 20 ms at each tick, with marks that come back when it has been heard.

const frameBytes = 160
const silence = 0xff
/** The other side plays audio about this much later than it is sent, because it collects some to even out delays. */
const heardAfterTicks = 3
/** About four minutes. */
const maxBytes = 2 * 2 ** 20
/** A person's voice that waits for longer has come faster than it is played. */
const maxRelayedBytes = 8 * frameBytes

export interface AudioQueue {
  /** Mu-law in any length, which is copied. Returns false if too much audio is waiting. */
  push(audio: Uint8Array): boolean
  /** Like `push`, for the voice of a person: what would be heard late is dropped. */
  relay(frame: Uint8Array): void
  /** `heard` is called when the audio before it has been heard, or was discarded. */
  mark(heard: () => void): void
  clear(): void
  /** The next 20 ms, which are valid until the next call; undefined if there is nothing to play. Called at each tick. */
  next(): Uint8Array | undefined
}

export function createAudioQueue(): AudioQueue {
  const chunks: Uint8Array[] = []
  const frame = new Uint8Array(frameBytes)
  const marks: { atByte: number; heard: () => void; ticksLeft: number }[] = []
  /** In the first chunk. */
  let offset = 0
  let pushedBytes = 0
  let playedBytes = 0

  function tickMarks(): void {
    while (marks.length > 0) {
      const [first] = marks as [(typeof marks)[0]]
      if (first.atByte > playedBytes || first.ticksLeft > 0) break
      marks.shift()
      first.heard()
    }
    for (const mark of marks) {
      if (mark.atByte > playedBytes) return
      mark.ticksLeft--
    }
  }

  function push(audio: Uint8Array): boolean {
    if (pushedBytes - playedBytes + audio.length > maxBytes) return false
    chunks.push(audio.slice())
    pushedBytes += audio.length
    return true
  }

  return {
    push,
    relay(frame) {
      if (pushedBytes - playedBytes < maxRelayedBytes) push(frame)
    },
    mark(heard) {
      marks.push({ atByte: pushedBytes, heard, ticksLeft: heardAfterTicks })
    },
    clear() {
      chunks.length = 0
      offset = 0
      playedBytes = pushedBytes
      for (const { heard } of marks.splice(0)) queueMicrotask(heard)
    },
    next() {
      tickMarks()
      if (chunks.length === 0) return undefined
      let filled = 0
      while (filled < frameBytes && chunks.length > 0) {
        const chunk = chunks[0]!
        const part = chunk.subarray(offset, offset + frameBytes - filled)
        frame.set(part, filled)
        filled += part.length
        offset += part.length
        if (offset < chunk.length) break
        chunks.shift()
        offset = 0
      }
      frame.fill(silence, filled)
      playedBytes += filled
      return frame
    },
  }
}
