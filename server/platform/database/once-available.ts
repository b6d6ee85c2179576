// Repeats work that failed because the database was not available, until the database is back.
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../observability/log.ts'
import { unavailableReason } from './unavailable.ts'

const firstDelayMs = 250
const maxDelayMs = 2_000
/** What exceeds this is left to the checks for work of dead processes. */
const maxWaiting = 1_000
let waiting = 0

/** Random, because everything that waits would otherwise continue at the same moment. */
async function pause(maxMs: number, ending: AbortSignal): Promise<void> {
  const ms = maxMs * (0.5 + Math.random() / 2)
  await setTimeout(ms, undefined, { signal: ending, ref: false }).catch(() => {})
}

/** Waits for the database until `ending` is aborted. `work` must be safe to run twice. */
export async function whenAvailable<T>(ending: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(maxDelayMs, 2 * delayMs)) {
    try {
      return await work()
    } catch (error) {
      if (ending.aborted || !unavailableReason(error)) throw error
      await pause(delayMs, ending)
      if (ending.aborted) throw error
    }
  }
}

export interface OnceAvailableContext {
  log: Log
  /** Aborted when the process stops. Other processes then see that this one has ended. */
  stopping: AbortSignal
}

/**
 * For work that has just failed: returns immediately, and begins after a pause. `work` must be safe to run twice. `what` is
 * the message of its failures in the log.
 */
export function onceAvailable(
  { log, stopping }: OnceAvailableContext,
  what: string,
  work: () => Promise<unknown>,
): void {
  if (waiting >= maxWaiting) return
  waiting++
  const logged = (): Promise<unknown> =>
    work().catch((error: unknown) => {
      log.warn({ error }, what)
      throw error
    })
  pause(firstDelayMs, stopping)
    .then(() => (stopping.aborted ? undefined : whenAvailable(stopping, logged)))
    .catch(() => {})
    .finally(() => {
      waiting--
    })
}
