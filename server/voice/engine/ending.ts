// The end of a call: the last words are heard before the line closes, within a time limit.
import type { Deadlines } from '../clock.ts'
import type { EndedReason } from './settings.ts'

/** Last words that are not over by then are cut. */
const maxClosingMs = 20_000
/** How long to wait for the carrier's confirmation that the last words were played. */
const confirmMs = 2_000

export interface EndingOptions {
  deadlines: Deadlines
  /** Whether speech is being played or waits for its audio. */
  isSpeaking(): boolean
  /** Whether the carrier has confirmed that everything was played. */
  isConfirmed(): boolean
  /** Called once. */
  ended(reason: EndedReason): void
}

export type Ending = ReturnType<typeof createEnding>

export function createEnding({ deadlines, isSpeaking, isConfirmed, ended }: EndingOptions) {
  let state: 'open' | 'closing' | 'ended' = 'open'
  let closingReason: EndedReason | undefined

  function end(reason: EndedReason): void {
    if (state === 'ended') return
    state = 'ended'
    ended(closingReason ?? reason)
  }

  return {
    isOpen: () => state === 'open',
    isEnded: () => state === 'ended',
    /** Ends the call when everything that is being said was heard. */
    close(reason: EndedReason): void {
      if (state !== 'open') return
      state = 'closing'
      closingReason = reason
      deadlines.set('closing', maxClosingMs, () => end(reason))
    },
    /** Called every 20 ms. */
    tick(): void {
      if (state !== 'closing' || isSpeaking()) return
      if (isConfirmed()) end(closingReason!)
      else if (!deadlines.has('confirm-played')) deadlines.set('confirm-played', confirmMs, () => end(closingReason!))
    },
    /** Ends the call at once. The reason for which it was closing takes precedence. */
    end,
  }
}
