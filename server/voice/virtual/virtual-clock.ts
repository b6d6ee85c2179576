// A clock in virtual time: time passes only when it is advanced, and timers run in order.
import type { VoiceClock } from '../clock.ts'

interface Timer {
  atMs: number
  order: number
  run(): void
}

export interface VirtualClock extends VoiceClock {
  advance(ms: number): void
  /** No timer runs before this time. */
  nextTimerMs(): number
}

export function createVirtualClock(): VirtualClock {
  let nowMs = 0
  let order = 0
  /** No timer is due before this time. */
  let earliestMs = Number.POSITIVE_INFINITY
  const timers = new Set<Timer>()

  function nextBefore(limitMs: number): Timer | undefined {
    if (earliestMs > limitMs) return undefined
    let next: Timer | undefined
    for (const timer of timers) {
      if (!next || timer.atMs < next.atMs || (timer.atMs === next.atMs && timer.order < next.order)) next = timer
    }
    earliestMs = next?.atMs ?? Number.POSITIVE_INFINITY
    return next && next.atMs <= limitMs ? next : undefined
  }

  return {
    now: () => nowMs,
    nextTimerMs: () => earliestMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, order: order++, run }
      timers.add(timer)
      earliestMs = Math.min(earliestMs, timer.atMs)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const limitMs = nowMs + ms
      for (let timer = nextBefore(limitMs); timer; timer = nextBefore(limitMs)) {
        timers.delete(timer)
        nowMs = Math.max(nowMs, timer.atMs)
        timer.run()
      }
      nowMs = limitMs
    },
  }
}
