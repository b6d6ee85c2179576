// Tells a realtime model the time again during a long call.
import type { VoiceClock } from '../clock.ts'

/** A model that keeps its instructions during the call gets the time again after five minutes, and on a new day. */
const timeIsKnownMs = 5 * 60_000

export interface CurrentTime {
  date: string
  /** Contains the date, the time and the time zone. */
  text: string
}

/** The instructions of the session contain the time at which this is called. */
export function createTimeNotes(clock: VoiceClock, currentTime: (() => CurrentTime) | undefined) {
  const atBeginning = { atMs: clock.now(), date: currentTime?.().date }
  let told = atBeginning
  return {
    /** Returns the time if the model does not know it any longer. */
    next(): string | undefined {
      const time = currentTime?.()
      const atMs = clock.now()
      if (!time || (time.date === told.date && atMs - told.atMs < timeIsKnownMs)) return undefined
      told = { atMs, date: time.date }
      return `[${time.text}]`
    },
    /** A new session knows only its instructions. */
    reset(): void {
      told = atBeginning
    },
  }
}
