// Lets all documents of the process queue for a host: one request at a time, with a pause between two.
import { setTimeout as wait } from 'node:timers/promises'
import { abortable } from '#server/platform/time/abortable.ts'

/** For each host, when its last request began, once it has been answered. */
const lastRequests = new Map<string, Promise<number>>()

/** Longer than any pause. */
const forgetAfterMs = 30_000

/** The pause is between the beginnings of requests. Throws what `send` throws, or the reason of the signal. */
export async function inHostQueue<T>(
  host: string,
  pauseMs: number,
  signal: AbortSignal,
  send: () => Promise<T>,
): Promise<T> {
  const before = lastRequests.get(host) ?? Promise.resolve(Number.NEGATIVE_INFINITY)
  const { promise, resolve } = Promise.withResolvers<number>()
  lastRequests.set(host, promise)
  // If this request gives up, the next one still waits for the one before.
  let begun: number | Promise<number> = before
  try {
    await pause((await abortable(before, signal)) + pauseMs - performance.now(), signal)
    begun = performance.now()
    return await send()
  } finally {
    resolve(begun)
    setTimeout(() => {
      if (lastRequests.get(host) === promise) lastRequests.delete(host)
    }, forgetAfterMs).unref()
  }
}

/** Throws the reason of the signal. */
export async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted())
}
