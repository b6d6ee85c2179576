// Tells speech from noise on the telephone.

export interface SpeechVerifier {
  /** Undefined while too many are open: then all sound counts as speech. */
  open(): SpeechVerification | undefined
}

/** Listens to one sound. */
export interface SpeechVerification {
  /** Takes the next 20 ms of mu-law audio at 8,000 Hz. Returns whether the sound is speech now. */
  isSpeech(frame: Uint8Array): boolean
  close(): void
}
