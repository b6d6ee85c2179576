// How far a sender is from its messaging limit: people are counted anew only when the limit could have come near.

/** People whom no sender reaches faster, through whatever processes, in a second. */
const fastestPerSecond = 100
const remembered = 10_000

interface Counted {
  reached: number
  /** By `performance.now()`. */
  atMs: number
}

const counted = new Map<number, Counted>()

/** Counting those whom a sender may reach costs up to `limit` entries of an index. */
export function mayHaveReached(senderId: number, limit: number, nowMs: number): boolean {
  const last = counted.get(senderId)
  if (!last) return true
  const sinceSeconds = (nowMs - last.atMs) / 1000 + 1
  return last.reached + sinceSeconds * fastestPerSecond >= limit
}

export function recordReached(senderId: number, last: Counted): void {
  counted.delete(senderId)
  counted.set(senderId, last)
  if (counted.size > remembered) counted.delete(counted.keys().next().value!)
}
