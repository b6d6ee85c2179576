// Clocks for tests: time passes only when a test says so.
import type { SipClock } from '../../src/clock.ts'

interface Timers extends SipClock {
  /** How many timers are set. */
  timers(): number
}

export interface VirtualClock extends Timers {
  /** Runs the timers that are due on the way. */
  advance(ms: number): void
}

export interface SettlingClock extends Timers {
  /** Runs the timers that are due on the way, and after each of them the promises that it settles. */
  advance(ms: number): Promise<void>
}

export function createVirtualClock(): VirtualClock {
  const { clock, steps } = createTimers()
  return {
    ...clock,
    advance(ms) {
      for (const run of steps(ms)) run()
    },
  }
}

export function createSettlingClock(): SettlingClock {
  const { clock, steps } = createTimers()
  const settle = async () => {
    for (let turns = 0; turns < 40; turns++) await undefined
  }
  return {
    ...clock,
    async advance(ms) {
      await settle()
      for (const run of steps(ms)) {
        run()
        await settle()
      }
    },
  }
}

function createTimers() {
  let nowMs = 0
  const timers = new Set<{ dueMs: number; run: () => void }>()
  const clock: Timers = {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    timers: () => timers.size,
  }

  /** What is due within this time, each at its time; timers of the same time in the order in which they were set. */
  function* steps(ms: number): Generator<() => void> {
    const endMs = nowMs + ms
    for (;;) {
      let next: { dueMs: number; run: () => void } | undefined
      for (const timer of timers) if (next === undefined || timer.dueMs < next.dueMs) next = timer
      if (next === undefined || next.dueMs > endMs) break
      nowMs = Math.max(nowMs, next.dueMs)
      timers.delete(next)
      yield next.run
    }
    nowMs = endMs
  }
  return { clock, steps }
}

/** Numbers that look random and are the same in each run. */
export function seededHex(seed = 1): (bytes: number) => string {
  let state = seed >>> 0
  return (bytes) => {
    let text = ''
    for (let index = 0; index < bytes; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      text += (state >>> 24).toString(16).padStart(2, '0')
    }
    return text
  }
}
