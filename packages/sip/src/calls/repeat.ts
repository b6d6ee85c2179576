// Repeats what needs an answer of the peer: a 2xx until its ACK, a reliable 18x until its PRACK.
import type { SipClock } from '../clock.ts'
import type { TransactionTimes } from '../transactions/index.ts'

export interface RepeatOptions {
  clock: SipClock
  times: TransactionTimes
  /** A 2xx is repeated at most every T2 (RFC 3261, section 13.3.1.4); a reliable 18x not (RFC 3262, section 3). */
  isCapped: boolean
  send(): void
  /** There was no answer within 64 × T1. */
  gaveUp(): void
}

/** Sends at once, then after T1 and twice the time each. Returns a function that stops it. */
export function repeatUntilStopped({ clock, times, isCapped, send, gaveUp }: RepeatOptions): () => void {
  let cancelNext: (() => void) | undefined
  const cancelLimit = clock.after(64 * times.t1Ms, () => {
    cancelNext?.()
    gaveUp()
  })
  const sendIn = (delayMs: number): void => {
    cancelNext = clock.after(delayMs, () => {
      send()
      sendIn(isCapped ? Math.min(delayMs * 2, times.t2Ms) : delayMs * 2)
    })
  }
  send()
  sendIn(times.t1Ms)
  return () => {
    cancelNext?.()
    cancelLimit()
  }
}
