// The port to the audio of one call: what the carrier's media connection carries in both directions.
export interface MediaLine {
  /** Mu-law audio at 8,000 Hz, in any length. The carrier plays it in order. The bytes may be reused after the call. */
  sendAudio(audio: Uint8Array): void
  /** The carrier returns the mark when all audio before it has been played, or at once after `clear`. */
  sendMark(name: string): void
  /**
   * Presses keys when the audio before them has been played: 0–9, `*`, `#`, and `w` for half a second. Silence is sent in
   * the meantime. Without it, keys are played as tones.
   */
  sendKeys?(keys: string): void
  /** Discards the audio that the carrier has not played yet. */
  clear(): void
  /** Ends the media connection, and with it the call, unless the carrier has other instructions. */
  close(): void
  /** For customers who read along: replaces the captions from position `from` on. */
  showCaptions?(from: number, captions: readonly LineCaption[]): void
}

export interface LineCaption {
  /** `agent`: a person of the account. */
  speaker: 'assistant' | 'customer' | 'agent'
  /** What was said, or, of the assistant, what has been heard so far. */
  text: string
  atMs: number
  interrupted?: boolean
}

/** No method is called after `closed`. */
export interface MediaLineListener {
  /** Mu-law audio of the customer at 8,000 Hz, always 160 bytes (20 ms). */
  audio(frame: Uint8Array): void
  mark(name: string): void
  /** One of 0–9, `*` and `#`. */
  keyPressed(key: string): void
  /** The customer has put the call on hold, or has come back. Nothing is heard in between. */
  held?(isHeld: boolean): void
  /** A text that the customer has written instead of speaking. */
  textTyped?(text: string): void
  /** The media connection has ended: by `close`, by the customer, or because it failed. */
  closed(): void
}

/** Creates the listener of an accepted connection. It is called once, even if the connection has ended in the meantime. */
export type OpenListener = (line: MediaLine) => MediaLineListener

/** Uses up the token of a call. Undefined if it is not valid for the call, or was used before. */
export type AcceptMedia = (start: {
  token: string
  externalId: string
  carrierAccountId: string
  /**
   * Answers the call when the assistant can speak. Resolves with false if the customer has left, and nothing is charged.
   * Default: the call is answered already.
   */
  answer?: () => Promise<boolean>
}) => Promise<OpenListener | undefined>
