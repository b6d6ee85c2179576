// The 20 ms tick of all calls of the process, in phases, so that the ticks of many calls do not delay their audio.
export const tickMs = 20
const phaseMs = 5
const maxCaughtUp = 5

/** The calls of each phase share a timer. */
const phases = Array.from({ length: tickMs / phaseMs }, (_, index) => createPhase(index * phaseMs))

/** Calls the function every 20 ms on average, until the returned function is called. */
export function onTick(run: () => void): () => void {
  const emptiest = phases.reduce((least, phase) => (phase.size() < least.size() ? phase : least))
  return emptiest.add(run)
}

/** Late ticks do not add up: up to five are caught up, and more are skipped. The ticks keep their phase. */
export function nextTick(dueMs: number, nowMs: number): number {
  const missed = Math.ceil((nowMs - maxCaughtUp * tickMs - dueMs) / tickMs)
  return dueMs + Math.max(1, missed) * tickMs
}

function createPhase(offsetMs: number) {
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let dueMs = 0

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

  return {
    size: () => listeners.size,
    add(run: () => void): () => void {
      listeners.add(run)
      if (timer === undefined) {
        const nowMs = performance.now()
        dueMs = nowMs - ((nowMs - offsetMs) % tickMs)
        schedule()
      }
      return () => listeners.delete(run)
    },
  }
}
