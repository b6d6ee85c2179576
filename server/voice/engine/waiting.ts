// Speaks while the customer waits for an answer: first a filler, then phrases of patience. Gives up after a time limit.
import type { Deadlines } from '../clock.ts'

const fillerMs = 700
/** The customer never waits longer without a sign. */
const patienceMs = 3_500
/** An answer that is not audible after this time is abandoned, unless earlier words are still being heard. */
const answerMs = 15_000

export interface WaitingOptions {
  deadlines: Deadlines
  /** A filler for what the customer said, if the assistant uses fillers. */
  fillerFor(text: string): string | undefined
  patience(): string
  say(text: string): void
  /** Whether the customer hears speech now. */
  isAudible(): boolean
  timedOut(): void
}

export function createWaiting({ deadlines, fillerFor, patience, say, isAudible, timedOut }: WaitingOptions) {
  /** Repeated, because a tool can take much longer. */
  const askForPatience = (afterMs: number): void =>
    deadlines.set('patience', afterMs, () => {
      say(patience())
      askForPatience(2 * patienceMs)
    })
  const abandon = (afterMs: number): void =>
    deadlines.set('answer', afterMs, () => (isAudible() ? abandon(patienceMs) : timedOut()))
  return {
    /** For the answer to `text`. */
    forAnswer(text: string | undefined): void {
      const filler = text === undefined ? undefined : fillerFor(text)
      if (filler !== undefined) deadlines.set('filler', fillerMs, () => say(filler))
      // Rounds of an answer that the customer does not hear are one wait.
      if (deadlines.has('answer')) return
      askForPatience(patienceMs)
      abandon(answerMs)
    },
    /** For tools, whose beginning was announced. */
    forTools: (): void => askForPatience(2 * patienceMs),
    end(): void {
      deadlines.clear('filler')
      deadlines.clear('patience')
      deadlines.clear('answer')
    },
  }
}
