// A ring of received audio by its timestamp: one byte for each unit, which is how G.711 and G.722 at 64 kbit/s are.

/** 1.024 s. A power of two, so that a position of any size has an index. */
export const ringBytes = 8_192
const mask = ringBytes - 1

/** What is known about a position. */
export const absent = 0
export const audio = 1
/** The sender has paused here, so nothing was lost. */
export const pause = 2
export type Kind = typeof absent | typeof audio | typeof pause

export interface AudioRing {
  readonly bytes: Uint8Array
  /** Writes the payload of a packet at a position. */
  write(position: number, payload: Uint8Array, start: number, end: number): void
  markPause(from: number, to: number): void
  kindAt(position: number): Kind
  /** The end of the stretch of one kind that begins at `from`, at most `to`. */
  stretchEnd(from: number, to: number): number
  clear(from: number, to: number): void
  clearAll(): void
}

export function createAudioRing(): AudioRing {
  const bytes = new Uint8Array(ringBytes)
  const kinds = new Uint8Array(ringBytes)
  const kindAt = (position: number): Kind => kinds[position & mask] as Kind

  return {
    bytes,
    kindAt,
    write(position, payload, start, end) {
      forIndexes(position, position + end - start, (first, last, offset) => {
        bytes.set(payload.subarray(start + offset, start + offset + last - first), first)
        kinds.fill(audio, first, last)
      })
    },
    markPause(from, to) {
      for (let position = from; position < to; position++)
        if (kinds[position & mask] === absent) kinds[position & mask] = pause
    },
    stretchEnd(from, to) {
      const kind = kinds[from & mask]
      let end = from + 1
      while (end < to && kinds[end & mask] === kind) end++
      return end
    },
    clear(from, to) {
      forIndexes(from, to, (first, last) => void kinds.fill(absent, first, last))
    },
    clearAll: () => void kinds.fill(absent),
  }
}

/** Splits a stretch of the ring where it goes around, and calls the function with indexes. */
export function forIndexes(from: number, to: number, run: (start: number, end: number, offset: number) => void): void {
  const start = from & mask
  const count = to - from
  const untilEdge = Math.min(count, ringBytes - start)
  run(start, start + untilEdge, 0)
  if (untilEdge < count) run(0, count - untilEdge, untilEdge)
}
