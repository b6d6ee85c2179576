// The interface between a realtime mode and the way in which the answers of its model reach the customer.
import type { RealtimeListener, RealtimeSession, RealtimeSettings } from '#server/ports/realtime-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Mode, ModeListener } from '../engine/mode.ts'
import type { SpokenLanguage } from '../language/spoken-language.ts'
import type { WrittenAnswersOptions } from '../pipeline/written-answers.ts'

export interface Output
  extends Pick<RealtimeListener, 'itemStarted' | 'itemText' | 'itemAudio' | 'itemDone'>,
    Pick<Mode, 'cancel' | 'interrupted' | 'close'> {
  /** All items of the answer are done. Returns its text. */
  answered(generation: number): string
  /** Returns false unless the generation is a phrase of the engine. */
  failed(generation: number, failure: SpeechFailure): boolean
  /** Another session continues, which does not know the items. Returns the phrases of which nothing was spoken. */
  lost(failure: SpeechFailure): LostPhrase[]
  /** Speaks exactly this text. Returns whether it becomes part of the model's conversation. */
  say(generation: number, segment: number, text: string): boolean
}

export interface LostPhrase {
  generation: number
  segment: number
  text: string
}

export interface OutputOptions {
  listener: ModeListener
  settings: RealtimeSettings
  /** Speaks the text of a model that writes, and the phrases of the engine when the connection is lost. */
  voice: WrittenAnswersOptions
  spoken: SpokenLanguage
  /** Undefined after the connection was lost for good. */
  session(): RealtimeSession | undefined
  /** The answer that the model generates. */
  answering(): number | undefined
}
