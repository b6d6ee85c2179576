// The interface between the engine of a call and its mode: pipeline, multimodal or dualplex.
import type { ChatMessage, ToolCall, ToolDefinition } from '#server/ports/language-model.ts'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'
import type { Alignment } from '#server/ports/text-to-speech.ts'

/** Ids ascend. A message keeps its id when its content changes. */
export type HistoryMessage = ChatMessage & {
  id: number
  /** The customer's words come from audio that a mode has heard. Empty if they are not known yet. */
  isAudio?: boolean
  /** The generation of the assistant's words or tool calls. */
  generation?: number
}

export interface AnswerRequest {
  /** Identifies the answer in all events about it. */
  generation: number
  /** The conversation as the customer has heard it, without the instructions of the assistant. */
  history: readonly HistoryMessage[]
  /** What the model answers, if it is not part of the history: words that may change, or an instruction. */
  unrecorded: string | undefined
  tools: readonly ToolDefinition[]
  /** If false, the model must answer without calling tools. */
  mayCallTools: boolean
}

/** Turns the customer's audio into words, and conversations into speech. All methods return at once. */
export interface Mode {
  /** Whether the model hears the customer itself. Turns are then answered before their words are known. */
  readonly hearsAudio: boolean
  /** Whether it hears quiet speech as well as other speech, so the volume must not be changed. Default: no. */
  hearsAnyVolume?(): boolean
  /** 20 ms of the customer's audio. The bytes may be reused after the call. */
  customerAudio(frame: Uint8Array): void
  customerStarted(): void
  /** The customer may be silent: the words may be wanted soon. */
  customerMayHavePaused?(): void
  /** The customer is silent: the words that were heard are wanted as final. */
  customerPaused(): void
  /** The words of a turn are part of the history, and an answer that was prepared for them is given. */
  customerSaid?(history: readonly HistoryMessage[]): void
  /** Generates and speaks an answer. */
  answer(request: AnswerRequest): void
  /** Speaks exactly this text, after everything that was requested before. */
  say(generation: number, segment: number, text: string): void
  /** Stops the generation and the speech of these generations. Unknown generations are ignored. */
  cancel(generation: number): void
  /** The speech of the generation was interrupted, or canceled before: the customer received only these parts of its segments. */
  interrupted(generation: number, segments: readonly HeardSegment[]): void
  close(): void
}

export interface HeardSegment {
  segment: number
  isHeard: boolean
  /** From its beginning. Never more than the audio that was delivered. */
  heardMs: number
  heardText: string
}

/** What a mode reports to the engine. Events of a canceled generation are ignored. */
export interface ModeListener {
  interim(text: string): void
  final(text: string): void
  /** Answers each `customerPaused`. */
  finalized(): void
  turnEnded(): void
  /** The documents were searched for this answer, before the model is asked. */
  searched(generation: number, search: DocumentSearch): void
  /** The model has produced its first output. */
  firstOutput(generation: number): void
  /** A new segment of an answer starts. Its id is unique within the generation. */
  segmentStarted(generation: number, segment: number, text: string): void
  segmentText(generation: number, segment: number, delta: string): void
  segmentAudio(generation: number, segment: number, audio: Uint8Array): void
  segmentAligned(generation: number, segment: number, alignment: Alignment): void
  segmentDone(generation: number, segment: number): void
  segmentFailed(generation: number, segment: number, failure: SpeechFailure): void
  /** A phrase that covers a wait would come too late. */
  segmentSkipped(generation: number, segment: number): void
  /** The model has finished an answer or one round of it. All its segments have been started. */
  answered(generation: number, round: AnswerRound): void
  answerFailed(generation: number, failure: SpeechFailure): void
  /** The customer speaks another language (ISO 639-1), in which the assistant goes on; for the timeline. */
  languageFollowed(from: string, to: string): void
  /** The customer speaks another language, in which the assistant does not go on; for the timeline. */
  languageNoticed(language: string): void
  /** A provider failed and another one continues; for the timeline. */
  fellBack(from: string, to: string, code: string): void
  /** The customer can no longer be understood; the call has to end. */
  recognitionFailed(failure: SpeechFailure): void
}

export interface DocumentSearch {
  tookMs: number
  /** The names of the documents with passages, if the search has not failed. */
  documents?: readonly string[]
  /** A code: the model answers without passages. */
  failure?: string
}

export interface AnswerRound {
  text: string
  toolCalls: readonly ToolCall[]
  inputTokens: number
  outputTokens: number
  /** The model that answered. */
  model: string
}
