// Decides whether the customer interrupts the assistant: the speech pauses at once, and then stops or goes on.
import type { Deadlines } from './clock.ts'

/** Without confirmation, the speech goes on after this time. */
const confirmWithinMs = 2_000
/** Longer speech is neither a backchannel nor a noise. */
const certainSpeechMs = 500
/** The length of a spoken word. */
const wordMs = 300

export interface InterruptionOptions {
  deadlines: Deadlines
  allowed: boolean
  /** 0 to 5. */
  sensitivity: number
  minWords: number | null
  /** Whether speech of some length interrupts before its words are known. */
  hearsAudio: boolean
  classify(text: string): 'backchannel' | 'command' | 'speech'
  mayBecomeBackchannel(text: string): boolean
  countWords(text: string): number
  /** Whether there is speech to interrupt, or an answer that is being prepared. */
  isInterruptible(): boolean
  pause(): void
  resume(): void
  /** The customer has interrupted. */
  commit(): void
}

/** How long the customer must speak before the assistant pauses, from 600 ms at 0 to 80 ms at 5; 200 ms at 0.5. */
export function minimumSpeechMs(sensitivity: number): number {
  return sensitivity <= 0.5 ? 600 - 800 * sensitivity : 200 - ((sensitivity - 0.5) / 4.5) * 120
}

export function createInterruption(options: InterruptionOptions) {
  const { deadlines, classify, countWords } = options
  const minimumMs = minimumSpeechMs(options.sensitivity)
  const certainMs = options.hearsAudio
    ? minimumMs + Math.max(certainSpeechMs, (options.minWords ?? 0) * wordMs)
    : Number.POSITIVE_INFINITY
  let isPaused = false
  /** The current speech of the customer was a false alarm; it pauses the assistant again only with words. */
  let isDismissed = false
  /** The current speech has interrupted the assistant before it had words. */
  let isBySound = false

  function end(): void {
    isPaused = false
    deadlines.clear('confirm-interruption')
  }

  function pause(): void {
    isPaused = true
    deadlines.set('confirm-interruption', confirmWithinMs, dismiss)
    options.pause()
  }

  function dismiss(): void {
    if (!isPaused) return
    isDismissed = true
    end()
    options.resume()
  }

  return {
    isPaused: () => isPaused,
    /** The customer has been speaking for this long. */
    spoken(ms: number): void {
      if (!options.allowed || isDismissed || ms < minimumMs || !(isPaused || options.isInterruptible())) return
      if (!isPaused) pause()
      if (ms < certainMs) return
      end()
      isBySound = true
      options.commit()
    },
    /** The words of the current turn have changed. */
    words(text: string): void {
      if (!options.allowed || !(isPaused || options.isInterruptible())) return
      const kind = classify(text)
      if (kind === 'backchannel' || (kind === 'speech' && options.mayBecomeBackchannel(text))) return
      if (kind === 'speech' && countWords(text) < Math.max(1, options.minWords ?? 1)) return
      end()
      options.commit()
    },
    /** The customer's speech is over and is not an interruption. */
    dismiss,
    /** New speech of the customer begins. */
    reset(): void {
      isDismissed = false
    },
    /** The speech is over and had no words. Returns whether it has interrupted the assistant. */
    hadNoWords(): boolean {
      dismiss()
      const hasInterrupted = isBySound
      isBySound = false
      return hasInterrupted
    },
    /** The customer's turn is complete. */
    hadWords(): void {
      isBySound = false
    },
    /** The call ends, or the assistant has nothing more to say. */
    cancel: end,
  }
}
