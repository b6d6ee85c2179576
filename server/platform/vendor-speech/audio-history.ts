// The latest audio of a call in a ring buffer, to send it again after a failure.

/** Positions are bytes since the start of the call; at 8,000 bytes per second. */
export function createAudioHistory(capacity: number) {
  const ring = new Uint8Array(capacity)
  let end = 0
  const start = () => Math.max(0, end - capacity)

  return {
    /** The position after the latest byte. */
    end: () => end,
    /** The position of the oldest byte that is still available. */
    start,
    append(audio: Uint8Array): void {
      const kept = audio.length > capacity ? audio.subarray(audio.length - capacity) : audio
      end += audio.length - kept.length
      const offset = end % capacity
      const untilWrap = Math.min(kept.length, capacity - offset)
      ring.set(kept.subarray(0, untilWrap), offset)
      ring.set(kept.subarray(untilWrap), 0)
      end += kept.length
    },
    /** Visits the audio from the position on, in one or two pieces that are valid only during the call. */
    read(from: number, visit: (piece: Uint8Array) => void): void {
      let position = Math.max(from, start())
      while (position < end) {
        const offset = position % capacity
        const length = Math.min(end - position, capacity - offset)
        visit(ring.subarray(offset, offset + length))
        position += length
      }
    },
  }
}
