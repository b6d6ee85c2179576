// What the parts of a call report to its engine, which decides what follows.
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Alignment } from '#server/ports/text-to-speech.ts'
import type { AnswerRound, DocumentSearch } from './mode.ts'
import type { EndedReason } from './settings.ts'
import type { PlayoutEvent, SpeechInterrupted } from './speaking/events.ts'

/** Events of the mode; `ModeListener` describes them. They are ignored after the end of the call. */
export type ModeEvent =
  | { type: 'interim'; text: string }
  | { type: 'final'; text: string }
  | { type: 'finalized' }
  | { type: 'turn_ended' }
  | { type: 'searched'; generation: number; search: DocumentSearch }
  | { type: 'first_output'; generation: number }
  | { type: 'segment_opened'; generation: number; segment: number; text: string }
  | { type: 'segment_text'; generation: number; segment: number; delta: string }
  | { type: 'segment_audio'; generation: number; segment: number; audio: Uint8Array }
  | { type: 'segment_aligned'; generation: number; segment: number; alignment: Alignment }
  | { type: 'segment_done'; generation: number; segment: number }
  | { type: 'segment_failed'; generation: number; segment: number; failure: SpeechFailure }
  | { type: 'segment_skipped'; generation: number; segment: number }
  | { type: 'answered'; generation: number; round: AnswerRound }
  | { type: 'answer_failed'; generation: number; failure: SpeechFailure }
  | { type: 'language_followed'; from: string; to: string }
  | { type: 'language_noticed'; language: string }
  | { type: 'fell_back'; from: string; to: string; code: string }
  | { type: 'recognition_failed'; failure: SpeechFailure }

export type CallEvent =
  | ModeEvent
  | PlayoutEvent
  | SpeechInterrupted
  /** The customer has pressed keys that no tool asked for. */
  | { type: 'keys_entered'; keys: string }
  /** The message of a transfer was heard, and the number is called now. */
  | { type: 'transfer_requested'; to: string }
  /** The assistant must say something: the answer to the instruction, or to what was said. */
  | { type: 'answer_due'; instruction: string | undefined }
  /** The assistant must stop speaking. */
  | { type: 'silence_due' }
  /** An answer need not wait for the screening any longer. */
  | { type: 'screening_over' }
  /** A person of the account has the call instead of the assistant. */
  | { type: 'taken_over' }
  /** The call must end, after the farewell. */
  | { type: 'end_due'; reason: EndedReason; farewell?: string }
  /** The call has ended. */
  | { type: 'ended'; reason: EndedReason }

export type Emit = (event: CallEvent) => void

/** One function for each event. */
export type CallHandlers<Event extends CallEvent = CallEvent> = {
  readonly [Type in Event['type']]: (event: Extract<Event, { type: Type }>) => void
}
