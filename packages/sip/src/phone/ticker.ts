// The 20 ms tick of all calls of a telephone. A late tick is caught up, so that the audio keeps its rate.
import { attempt, throwLater } from '../requests/attempt.ts'

const tickMs = 20
/** After a longer pause of the process, the missed ticks are skipped. */
const maxCaughtUp = 5

/** Calls a function every 20 ms on average until the returned function is called. */
export type OnTick = (run: () => void) => () => void

/** One timer serves all listeners, and there is none without listeners. */
export function createTicker(
  failed: (error: unknown) => void = throwLater,
  now: () => number = () => performance.now(),
): OnTick {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let dueMs = 0

  function schedule(): void {
    timer = setTimeout(tick, Math.max(0, dueMs - now()))
  }

  function tick(): void {
    if (listeners.size === 0) {
      timer = undefined
      return
    }
    dueMs = Math.max(dueMs + tickMs, now() - maxCaughtUp * tickMs)
    schedule()
    for (const run of listeners) attempt(run, failed)
  }

  return (run) => {
    listeners.add(run)
    if (timer === undefined) {
      dueMs = now() + tickMs
      schedule()
    }
    return () => {
      listeners.delete(run)
    }
  }
}
