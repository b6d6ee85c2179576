// A clock that tests turn: it goes on by itself and can be put forward.
import type { Clock } from '#server/platform/time/clock.ts'

export interface TurnableClock extends Clock {
  forward(ms: number): void
}

export function createTurnableClock(): TurnableClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    forward(ms) {
      offsetMs += ms
    },
  }
}
