// One timer for the 20 ms tick of all calls of the process.
export const tickMs = 20
const maxCaughtUp = 5

const listeners = new Set<() => void>()
let timer: NodeJS.Timeout | undefined
let dueMs = 0

/** Calls the function every 20 ms on average, until the returned function is called. */
export function onTick(run: () => void): () => void {
  listeners.add(run)
  if (timer === undefined) {
    dueMs = performance.now()
    schedule()
  }
  return () => listeners.delete(run)
}

/** Late ticks do not add up: up to five are caught up, and more are skipped. The ticks keep their phase. */
export function nextTick(dueMs: number, nowMs: number): number {
  const missed = Math.ceil((nowMs - maxCaughtUp * tickMs - dueMs) / tickMs)
  return dueMs + Math.max(1, missed) * tickMs
}

function schedule(): void {
  const nowMs = performance.now()
  dueMs = nextTick(dueMs, nowMs)
  timer = setTimeout(tick, Math.max(0, dueMs - nowMs))
}

function tick(): void {
  if (listeners.size === 0) {
    timer = undefined
    return
  }
  schedule()
  for (const run of listeners) run()
}
