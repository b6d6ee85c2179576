// A bucket of tokens: so many a second, and so many at once.

export function createBucket(limit: () => { perSecond: number; burst: number } | undefined, nowMs: () => number) {
  let tokens = Number.POSITIVE_INFINITY
  let atMs = nowMs()
  /** True when there was one left. */
  return function take(): boolean {
    const current = limit()
    if (!current) return true
    const now = nowMs()
    tokens = Math.min(current.burst, tokens + ((now - atMs) / 1_000) * current.perSecond)
    atMs = now
    if (tokens < 1) return false
    tokens--
    return true
  }
}
