// The phase of a call: who talks to the customer, and the last words, which are heard before the line closes.
import type { Deadlines } from '../../clock.ts'
import type { Emit } from '../call-events.ts'
import type { EndedReason } from '../settings.ts'
import type { Playout } from '../speaking/playout.ts'

/** Last words that are not over by then are cut. */
const maxClosingMs = 20_000
/** How long to wait for the carrier's confirmation that the last words were played. */
const confirmMs = 2_000

/**
 * - `open`: the assistant talks to the customer.
 * - `taken_over`: a person of the account talks instead.
 * - `closing`: the last words are said.
 * - `ended`: the line is closed, or is being closed.
 */
type State = 'open' | 'taken_over' | 'closing' | 'ended'

export interface CallPhaseOptions {
  deadlines: Deadlines
  playout: Pick<Playout, 'isActive' | 'isConfirmed'>
  emit: Emit
}

export type CallPhase = ReturnType<typeof createCallPhase>

export function createCallPhase({ deadlines, playout, emit }: CallPhaseOptions) {
  let state: State = 'open'
  let closingReason: EndedReason | undefined

  function end(reason: EndedReason): void {
    if (state === 'ended') return
    state = 'ended'
    emit({ type: 'ended', reason: closingReason ?? reason })
  }

  const isOpen = (): boolean => state === 'open' || state === 'taken_over'

  return {
    /** Whether the conversation goes on. */
    isOpen,
    isTakenOver: () => state === 'taken_over',
    isEnded: () => state === 'ended',
    /** Returns false if the assistant does not talk. */
    takeOver(): boolean {
      if (state !== 'open') return false
      state = 'taken_over'
      return true
    },
    /** Returns false if no person has the call. */
    handBack(): boolean {
      if (state !== 'taken_over') return false
      state = 'open'
      return true
    },
    /** Ends the call when everything that is being said was heard. */
    close(reason: EndedReason): void {
      if (!isOpen()) return
      state = 'closing'
      closingReason = reason
      deadlines.set('closing', maxClosingMs, () => end(reason))
    },
    /** Called every 20 ms. */
    tick(): void {
      if (state !== 'closing' || playout.isActive()) return
      if (playout.isConfirmed()) end(closingReason!)
      else if (!deadlines.has('confirm-played')) deadlines.set('confirm-played', confirmMs, () => end(closingReason!))
    },
    /** Ends the call at once. The reason for which it was closing takes precedence. */
    end,
  }
}
