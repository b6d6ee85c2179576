// A clock for tests: time passes only when a test says so.
import type { SipClock } from '../src/clock.ts'

export interface VirtualClock extends SipClock {
  /** Runs the timers that are due on the way. */
  advance(ms: number): void
  /** How many timers are set. */
  timers(): number
}

export function createVirtualClock(): VirtualClock {
  let now = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { atMs: now + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs)[0]
        if (due === undefined) break
        now = Math.max(now, due.atMs)
        timers.delete(due)
        due.run()
      }
      now = end
    },
    timers: () => timers.size,
  }
}
