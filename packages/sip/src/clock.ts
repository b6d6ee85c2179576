// The time and the chance that the stack uses, which tests replace.

export interface SipClock {
  /** Milliseconds that never go back. */
  now(): number
  /** Returns a function that cancels the timer. */
  after(delayMs: number, run: () => void): () => void
}

/** Lower-case hexadecimal digits for tags, branches and Call-IDs. */
export type RandomHex = (bytes: number) => string
