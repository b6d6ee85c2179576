// Repeats requests that come too early.
import { setTimeout } from 'node:timers/promises'
import { ParleyError } from '#sdk/index.ts'

/** Repeats a request while the rate limit is reached, or while the first request with its key is still in progress. */
export async function retryRequest<R>(call: () => Promise<R>, statuses = [409, 429]): Promise<R> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ParleyError) || !statuses.includes(error.status)) throw error
      await setTimeout(100)
    }
  }
}
