// Tells whether a sender may be close to its messaging limit, so that customers are rarely counted.
/** More customers than any sender reaches in a second, over all processes. */
const maxPerSecond = 100
const maxSenders = 10_000

interface Count {
  reached: number
  /** In the time of `performance.now()`. */
  atMs: number
}

const counts = new Map<number, Count>()

/** A count reads up to `limit` index entries, so it is repeated only if the limit may have been reached since. */
export function mayHaveReached(senderId: number, limit: number, nowMs: number): boolean {
  const last = counts.get(senderId)
  if (!last) return true
  const sinceSeconds = (nowMs - last.atMs) / 1000 + 1
  return last.reached + sinceSeconds * maxPerSecond >= limit
}

export function recordReached(senderId: number, count: Count): void {
  counts.delete(senderId)
  counts.set(senderId, count)
  if (counts.size > maxSenders) counts.delete(counts.keys().next().value!)
}
