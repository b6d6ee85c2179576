// Counts the silence of a call, in which the assistant first asks, and then gives up.
import type { Deadlines } from '../../clock.ts'

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
