// Repeats work that failed because the database was not available, until the database is back.
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../observability/log.ts'
import { unavailableReason } from './unavailable.ts'

const firstDelayMs = 250
const maxDelayMs = 4_000
/** What exceeds this is left to the checks for work of dead processes. */
const maxWaiting = 1_000
let waiting = 0

export interface OnceAvailableContext {
  log: Log
  /** Aborted when the process stops. Other processes then see that this one has ended. */
  stopping: AbortSignal
}

/** Returns immediately. `work` must be safe to run twice. `what` is the message of its failures in the log. */
export function onceAvailable(
  { log, stopping }: OnceAvailableContext,
  what: string,
  work: () => Promise<unknown>,
): void {
  if (waiting >= maxWaiting) return
  waiting++
  void repeat().finally(() => {
    waiting--
  })

  async function repeat(): Promise<void> {
    for (let delayMs = firstDelayMs; !stopping.aborted; delayMs = Math.min(maxDelayMs, 2 * delayMs)) {
      // Everything that waits would otherwise continue at the same moment.
      const pauseMs = delayMs * (0.5 + Math.random() / 2)
      await setTimeout(pauseMs, undefined, { signal: stopping, ref: false }).catch(() => {})
      if (stopping.aborted) return
      try {
        await work()
        return
      } catch (error) {
        log.warn({ error }, what)
        if (!unavailableReason(error)) return
      }
    }
  }
}

const retryDelaysMs = [250, 1_000, 2_000]

/** Waits for the database until `ending` is aborted. `work` must be safe to run twice. */
export async function whenAvailable<T>(ending: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (ending.aborted || !unavailableReason(error)) throw error
      const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)]
      await setTimeout(delayMs, undefined, { signal: ending }).catch(() => {})
    }
  }
}
