// The headers in which limits are told.
import { TooManyRequests } from '../refusal.ts'

type Headers = Record<string, number>

export const headersOfLimit = (limit: number, remaining: number): Headers => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
})

export const headersOfWait = (seconds: number): Headers => ({
  'retry-after': seconds,
  'x-ratelimit-reset': Math.ceil(Date.now() / 1000) + seconds,
})

/** None for what is refused for other reasons. */
export function headersOfRefusal(error: unknown): Headers {
  if (!(error instanceof TooManyRequests)) return {}
  return { ...headersOfLimit(error.limit, 0), ...headersOfWait(error.retryAfterSeconds) }
}
