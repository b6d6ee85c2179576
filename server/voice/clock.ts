// The clock of a call, and named deadlines on it. Tests replace the clock by a virtual one.
/** Times are in milliseconds from an arbitrary start. */
export interface VoiceClock {
  now(): number
  /** Runs the function once after the delay, unless the returned function is called before. */
  after(delayMs: number, run: () => void): () => void
}

export const realClock: VoiceClock = {
  now: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/** What a call waits for. The deadlines of turn-taking are part of its state. */
export type DeadlineName =
  /** The call: its farewell begins, and its end. */
  | 'max-duration'
  | 'hard-limit'
  /** The last words: they are heard, and the carrier confirms that. */
  | 'closing'
  | 'confirm-played'
  /** Silence of both sides. */
  | 'reengage'
  | 'silence'
  /** Both sides have said goodbye. */
  | 'goodbye'
  /** An answer: the model and its tools. */
  | 'generation'
  | 'tools'
  /** The customer waits for it. */
  | 'filler'
  | 'patience'
  | 'answer'
  /** Who has answered: the next check, and an answer that waits for it. */
  | 'screening'
  | 'hold-answer'
  /** The message for a mailbox. */
  | 'leaving'
  /** The rest of a greeting that was interrupted. */
  | 'opening'
  /** The other side has asked to wait. */
  | 'hold'
  | 'transfer'

export type Deadlines = ReturnType<typeof createDeadlines>

/** Each name has at most one deadline; setting it again replaces it. */
export function createDeadlines(clock: VoiceClock) {
  const cancels = new Map<DeadlineName, () => void>()
  const clear = (name: DeadlineName): void => {
    const cancel = cancels.get(name)
    // Most calls find nothing, some of them every 20 ms.
    if (cancel === undefined) return
    cancel()
    cancels.delete(name)
  }
  return {
    set(name: DeadlineName, delayMs: number, run: () => void): void {
      clear(name)
      const cancel = clock.after(Math.max(0, delayMs), () => {
        cancels.delete(name)
        run()
      })
      cancels.set(name, cancel)
    },
    clear,
    has: (name: DeadlineName): boolean => cancels.has(name),
    clearAll(): void {
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
    },
  }
}
