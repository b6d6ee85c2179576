// Measures mutual silence: asks whether the customer is still there, and ends the call when the silence is too long.
import type { Deadlines } from '../clock.ts'

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
      deadlines.set('reengage', options.reengagementMs - silentMs, () => {
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
      isAsked = false
    },
  }
}
