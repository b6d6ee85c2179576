// Tells whether the customer speaks into the telephone, or farther away from it, to another person.
import { levelDb } from '../turns/audio-level.ts'

/** Speech is far away if it is quieter by this than what the customer usually says. */
const distantDb = 10
/** How much a turn changes what is usual. */
const learnedShare = 0.3

export function createDistance() {
  /** The level of the loudest 20 ms of a sound. */
  let usualDb: number | undefined
  let loudestDb = Number.NEGATIVE_INFINITY

  return {
    /** Another sound begins. */
    started(): void {
      loudestDb = Number.NEGATIVE_INFINITY
    },
    hear(frame: Uint8Array): void {
      loudestDb = Math.max(loudestDb, levelDb(frame))
    },
    isDistant: () => usualDb !== undefined && loudestDb < usualDb - distantDb,
    /** The last sound was meant for the assistant. */
    learn(): void {
      if (loudestDb === Number.NEGATIVE_INFINITY) return
      usualDb = usualDb === undefined ? loudestDb : usualDb + learnedShare * (loudestDb - usualDb)
    },
  }
}
