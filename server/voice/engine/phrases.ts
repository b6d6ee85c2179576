// What the engine says by itself, in the language of the assistant.
export interface Phrases {
  /** Covers the wait for a tool. */
  bridge(): string
  /** Covers a longer wait. */
  patience(): string
  /** An answer has failed; asks the customer to say it again. */
  trouble: string
  stillThere: string
  goodbye: string
  /** Before the call ends because the customer does not want to be called again. */
  optedOut: string
  /** Before the call ends because the customer is silent. */
  silenceGoodbye: string
  /** The maximum duration is reached. */
  timeOver: string
  /** The call ends because of technical problems. */
  apology: string
}
