// Wraps a clock so that all timers can be canceled at once.
import type { SipClock } from '../clock.ts'

export interface OwnClock extends SipClock {
  /** The number of timers that are set. */
  pending(): number
  cancelAll(): void
}

export function ownClock(clock: SipClock): OwnClock {
  const timers = new Set<() => void>()
  let isOver = false
  return {
    now: () => clock.now(),
    after(delayMs, run) {
      if (isOver) return () => {}
      const cancel = clock.after(delayMs, () => {
        timers.delete(forget)
        run()
      })
      const forget = () => {
        timers.delete(forget)
        cancel()
      }
      timers.add(forget)
      return forget
    },
    pending: () => timers.size,
    cancelAll() {
      isOver = true
      for (const forget of [...timers]) forget()
    },
  }
}
