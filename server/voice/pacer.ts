// One timer for the 20 ms tick of all calls of the process.
export const tickMs = 20

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

/** Each tick is due at a multiple of 20 ms, so that late ticks do not add up. Ticks that were missed are skipped. */
function schedule(): void {
  const nowMs = performance.now()
  dueMs = Math.max(dueMs + tickMs, nowMs - 5 * tickMs)
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
