// The end of a call: what leads to it after mutual silence, and the last words, which are heard before the line closes.
import type { Deadlines } from '../../clock.ts'
import type { EndedReason } from '../settings.ts'

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

export interface IdleOptions {
  now(): number
  deadlines: Deadlines
  maxSilenceMs: number
  /** Applies until the customer has spoken. */
  maxInitialSilenceMs: number
  reengagementMs: number
  reengage(): void
  giveUp(): void
}

export type Idle = ReturnType<typeof createIdle>

/**
 * Silence counts only while neither side speaks and nothing is being prepared. Only the customer's words end it, so that
 * the assistant's own questions cannot prolong a call without end.
 */
export function createIdle(options: IdleOptions) {
  const { now, deadlines } = options
  let hasSpoken = false
  let silentMs = 0
  /** The silence that is no reason to ask. */
  let allowedMs = 0
  let sinceMs: number | undefined
  let isAsked = false

  const limitMs = (): number => (hasSpoken ? options.maxSilenceMs : options.maxInitialSilenceMs)

  function pause(): void {
    if (sinceMs === undefined) return
    silentMs += now() - sinceMs
    sinceMs = undefined
    deadlines.clear('reengage')
    deadlines.clear('silence')
  }

  return {
    /** Neither side speaks. Repeated calls are allowed. */
    start(): void {
      if (sinceMs !== undefined) return
      sinceMs = now()
      deadlines.set('silence', limitMs() - silentMs, options.giveUp)
      if (isAsked || options.reengagementMs >= limitMs()) return
      deadlines.set('reengage', options.reengagementMs + allowedMs - silentMs, () => {
        isAsked = true
        options.reengage()
      })
    },
    /** One side speaks, or an answer is being prepared. */
    pause,
    customerSpoke(): void {
      pause()
      hasSpoken = true
      silentMs = 0
      allowedMs = 0
      isAsked = false
    },
    /** The assistant has pressed keys, after which a menu can be silent. */
    pressed(): void {
      pause()
      allowedMs = silentMs
    },
  }
}
