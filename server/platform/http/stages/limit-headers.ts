// Response headers of rate limits.
type Headers = Record<string, number>

export const headersOfLimit = (limit: number, remaining: number): Headers => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
})

export const headersOfWait = (seconds: number): Headers => ({
  'retry-after': seconds,
  'x-ratelimit-reset': Math.ceil(Date.now() / 1000) + seconds,
})
