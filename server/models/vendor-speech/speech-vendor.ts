// The description of a speech vendor: its settings and its adapters.
import type { z } from 'zod'
import type { SpeechToText } from '#server/ports/speech-to-text.ts'
import type { TextToSpeech, VoiceSettings } from '#server/ports/text-to-speech.ts'

export interface SpeechVendor<Options extends object> {
  /** The code that the operator sees. */
  code: string
  /** The environment variable of each option, with its schema unless other modules use the variable as well. */
  settings: Record<Exclude<keyof Options, 'limits'>, [name: string, schema?: z.ZodType<string | undefined>]>
  /** The vendor is configured if one of these options is set. */
  enabledBy: readonly (keyof Options)[]
  /** Returns the options that the adapters get, from those of the environment. */
  resolve?(options: Partial<Options>): Partial<Options>
  /** Returns an error message for options that do not work together. */
  faultIn?(options: Partial<Options>): string | undefined
  /** Describes what the vendor is used for to the operator, without secrets. */
  describe(options: Options): string
  recognizers?(options: Options): Recognizer[]
  synthesizers?(options: Options): Synthesizer[]
}

export interface Recognizer {
  /** The code in the catalogue. */
  vendor: string
  adapter: SpeechToText
  /** Configured by the account itself, so that it precedes others. */
  isOwn?: boolean
  /** `language` is an ISO 639-1 code. */
  supports(language: string): boolean
}

export interface Synthesizer {
  /** The code in the catalogue. */
  vendor: string
  adapter: TextToSpeech
  /** `language` is an ISO 639-1 code. */
  supports(language: string): boolean
  /** The voice that replaces those of other vendors. Without it, the vendor chooses by gender. */
  replacementVoice?(settings: Pick<VoiceSettings, 'language' | 'gender'>): string
}
