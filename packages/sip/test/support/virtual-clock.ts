// A clock that only advances when a test says so.
import type { SipClock } from '../../src/clock.ts'

export interface VirtualClock extends SipClock {
  /** Runs all timers that are due, with the promises that they settle. */
  advance(ms: number): Promise<void>
  pending(): number
}

export function virtualClock(): VirtualClock {
  let nowMs = 0
  let order = 0
  const timers = new Map<number, { dueMs: number; run: () => void }>()
  const settle = async () => {
    for (let turns = 0; turns < 40; turns++) await undefined
  }
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const id = order++
      timers.set(id, { dueMs: nowMs + delayMs, run })
      return () => void timers.delete(id)
    },
    async advance(ms) {
      const endMs = nowMs + ms
      await settle()
      for (;;) {
        let next: [id: number, timer: { dueMs: number; run: () => void }] | undefined
        for (const entry of timers) if (next === undefined || entry[1].dueMs < next[1].dueMs) next = entry
        if (next === undefined || next[1].dueMs > endMs) break
        nowMs = Math.max(nowMs, next[1].dueMs)
        timers.delete(next[0])
        next[1].run()
        await settle()
      }
      nowMs = endMs
    },
    pending: () => timers.size,
  }
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
