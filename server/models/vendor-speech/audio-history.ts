// The latest audio of a call in a ring buffer, to send it again after a failure.

/**
 * Positions are bytes since the start of the call; at 8,000 bytes per second. The buffer has `capacity` bytes, and grows
 * up to `maxCapacity` while more has to be kept.
 */
export function createAudioHistory(capacity: number, maxCapacity = capacity) {
  let ring = new Uint8Array(capacity)
  let end = 0
  const start = () => Math.max(0, end - ring.length)

  function grow(length: number): void {
    const larger = new Uint8Array(length)
    for (let position = start(); position < end; position++) larger[position % length] = ring[position % ring.length]!
    ring = larger
  }

  return {
    /** The position after the latest byte. */
    end: () => end,
    /** The position of the oldest byte that is still available. */
    start,
    /** Audio from the position `keptFrom` on is kept, as far as the largest buffer holds it. */
    append(audio: Uint8Array, keptFrom = end): void {
      const wanted = Math.min(maxCapacity, end + audio.length - Math.max(keptFrom, start()))
      if (wanted > ring.length) grow(Math.min(maxCapacity, Math.max(wanted, 2 * ring.length)))
      const kept = audio.length > ring.length ? audio.subarray(audio.length - ring.length) : audio
      end += audio.length - kept.length
      const offset = end % ring.length
      const untilWrap = ring.length - offset
      if (kept.length <= untilWrap) ring.set(kept, offset)
      else {
        ring.set(kept.subarray(0, untilWrap), offset)
        ring.set(kept.subarray(untilWrap), 0)
      }
      end += kept.length
    },
    /** Visits the audio from the position on, in one or two pieces that are valid only during the call. */
    read(from: number, visit: (piece: Uint8Array) => void): void {
      let position = Math.max(from, start())
      while (position < end) {
        const offset = position % ring.length
        const length = Math.min(end - position, ring.length - offset)
        visit(ring.subarray(offset, offset + length))
        position += length
      }
    },
  }
}
