// The port to speech recognition: turns the audio of a customer into words while it arrives.
export interface RecognitionSettings {
  /** The vendor code in the catalogue (`deepgram` …), or `offline`. */
  vendor: string
  /** ISO 639-1. */
  language: string
  /** Languages that the customer may use besides `language`, as ISO 639-1 codes. */
  secondaryLanguages: readonly string[]
}

/** A failure as adapters report it: an `OutsideError`. */
export interface SpeechFailure extends Error {
  code: string
  retryable: boolean
}

/** A vendor failed, and another one continues. */
export interface SpeechFallback {
  /** Vendor codes. */
  from: string
  to: string
  /** The code of the failure. */
  code: string
}

/** No method is called after `close`. Texts are trimmed and not empty. */
export interface RecognitionListener {
  /** The words of the current segment so far; each call replaces the previous one. */
  interim(text: string): void
  /**
   * The words of a segment, which will not change. The next segment starts after it. `language` (ISO 639-1) is the language
   * that the vendor recognized, if it reports one.
   */
  final(text: string, language?: string): void
  /** Answers every `finalize`: all words of the audio written before it have been delivered as final. */
  finalized(): void
  /** The vendor considers the customer's turn to be complete. Only some vendors report this. */
  turnEnded(): void
  /** Another vendor recognizes the audio that has not been delivered as final. */
  fellBack?(fallback: SpeechFallback): void
  /** Recognition cannot continue; the stream is closed. */
  failed(failure: SpeechFailure): void
}

/** The recognition of one call. */
export interface RecognitionStream {
  /** Mu-law audio at 8,000 Hz, usually 160 bytes (20 ms). The bytes may be reused after the call. */
  write(audio: Uint8Array): void
  /** The customer has started to speak, according to the voice activity detector. */
  speechStarted(): void
  /** The customer may have stopped speaking: words that are recognized now can be delivered as soon as `finalize` asks for them. */
  speechMayHavePaused?(): void
  /** The customer has stopped speaking: deliver the words that were heard. Repeated calls are allowed. */
  finalize(): void
  /** Whether quiet speech is recognized as well as other speech, so its volume must not be changed. Default: no. */
  hearsAnyVolume?(): boolean
  /** Whether this language (ISO 639-1) is recognized without a new stream. Default: no. */
  hears?(language: string): boolean
  /** Releases all resources. Repeated calls are allowed. */
  close(): void
}

export interface SpeechToText {
  /** Returns at once; failures, also of the connection, are reported to the listener. */
  open(settings: RecognitionSettings, listener: RecognitionListener): RecognitionStream
  /** Whether a configured vendor understands the language (ISO 639-1). Default: yes. */
  understands?(language: string): boolean
  /** The vendor that hears in place of this one: another if it is not configured. Default: the same. */
  vendorFor?(vendor: string): string
}
