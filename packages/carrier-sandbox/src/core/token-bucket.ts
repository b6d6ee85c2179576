// A token bucket for rate limits.
export function createTokenBucket(limit: () => { perSecond: number; burst: number } | undefined, nowMs: () => number) {
  let tokens = Number.POSITIVE_INFINITY
  let atMs = nowMs()
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
