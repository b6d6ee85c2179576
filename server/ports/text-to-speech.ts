// The port to speech synthesis: turns text into the audio of a voice.
import type { SpeechFailure, SpeechFallback } from './speech-to-text.ts'

export interface VoiceSettings {
  /** The vendor code in the catalogue (`elevenlabs` …), or `offline`. */
  vendor: string
  /** The vendor's id of the voice. */
  voice: string
  gender: 'male' | 'female'
  /** ISO 639-1. */
  language: string
  /** 0.7 to 1.2; 1 is the normal speed. */
  speed: number
  /** 0 to 1. */
  stability: number
  /** 0 to 1. */
  similarity: number
  /** Lets the voice express emotions, if the vendor supports it. */
  emotion: boolean
  /** Distinguishes audio of different keys in caches. */
  source?: string
}

/** Where each character of the text is spoken, in milliseconds from the start of the utterance. */
export interface Alignment {
  characters: readonly string[]
  startsMs: readonly number[]
}

/** After `done`, `failed` or `cancel`, no method is called. */
export interface UtteranceListener {
  /** Mu-law audio at 8,000 Hz, in any length. */
  audio(chunk: Uint8Array): void
  /** Reported by some vendors, in parts that continue each other. */
  aligned?(alignment: Alignment): void
  /**
   * Another vendor speaks the utterance from its beginning; no audio has been delivered before. After a voice pack, what
   * is built in speaks the sentences that are left.
   */
  fellBack?(fallback: SpeechFallback): void
  done(): void
  failed(failure: SpeechFailure): void
}

export interface Utterance {
  /** Stops the synthesis. Repeated calls are allowed. */
  cancel(): void
}

/** The speech of one voice in one call. Keeps a connection open, so that utterances start without a handshake. */
export interface Speaker {
  /**
   * Speaks one sentence or clause. Utterances may overlap: the next one can be requested before the previous one is done.
   * An utterance without audio, or without progress for a few seconds, fails.
   */
  speak(text: string, listener: UtteranceListener): Utterance
  /** Cancels all utterances and releases all resources. Repeated calls are allowed. */
  close(): void
}

export interface TextToSpeech {
  /** Returns at once; failures of the connection are reported to the utterances. */
  open(settings: VoiceSettings): Speaker
  /** Whether what is configured speaks the language (ISO 639-1). Default: yes. */
  speaks?(language: string): boolean
  /** The vendor that speaks for the voices of this one: another if it is not configured. Default: the same. */
  vendorFor?(vendor: string): string
}
