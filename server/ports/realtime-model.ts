// The port to realtime models: one connection per call, on which a model hears the customer and answers in speech or text.
import type { TokenUsage, ToolCall, ToolDefinition } from './language-model.ts'
import type { SpeechFailure } from './speech-to-text.ts'

export interface RealtimeSettings {
  /** The vendor code in the catalogue (`openai`, `google`), or `offline`. */
  vendor: string
  /** The vendor's model id. */
  model: string
  /** `audio`: the model speaks. `text`: the model writes, and a voice speaks its text. */
  output: 'audio' | 'text'
  /** The vendor's id of the voice. Not used with `text`. */
  voice: string
  gender: 'male' | 'female'
  /** 0.7 to 1.2; 1 is the normal speed. */
  speed: number
  instructions: string
  /** ISO 639-1. */
  language: string
  /** Languages that the customer may use besides `language`, as ISO 639-1 codes. Default: none. */
  secondaryLanguages?: readonly string[]
  /** 0 to 1. */
  temperature: number
  tools: readonly ToolDefinition[]
  /** The variables of the call. Only the offline model uses them. */
  facts: Record<string, string>
  /** Whether the vendor judges from what is said when the customer's turn is complete, and reports it with `turnEnded`. */
  detectsTurns: boolean
  /** Distinguishes audio of different keys in caches. */
  source?: string
}

/** A message that the model has not heard or produced itself. */
export type RealtimeMessage =
  | { role: 'user' | 'assistant'; text: string }
  /** `call` is needed only by a session that did not make the call itself. */
  | { role: 'tool'; call: ToolCall; result: string }

/**
 * Generations and items come back as they were given. No method is called after `close` or `failed`, and none about a
 * generation after its `cancel`.
 */
export interface RealtimeListener {
  /** The words of the customer since the last final words; each call replaces the previous one. */
  interim(text: string): void
  final(text: string): void
  /** Answers every `speechPaused`: the words before it have been delivered as final, or will not be recognized. */
  finalized(): void
  /** The vendor considers the customer's turn to be complete. */
  turnEnded(): void
  /** A spoken or written part of an answer starts. `item` is unique in the session. */
  itemStarted(generation: number, item: string): void
  /** The written text, or the words of the audio. */
  itemText(generation: number, item: string, delta: string): void
  /** Mu-law audio at 8,000 Hz, in any length. */
  itemAudio(generation: number, item: string, audio: Uint8Array): void
  itemDone(generation: number, item: string): void
  /** An answer or one round of it is complete. All its items are done. */
  answered(generation: number, round: { toolCalls: readonly ToolCall[]; usage: TokenUsage }): void
  /** The session continues. */
  answerFailed(generation: number, failure: SpeechFailure): void
  /** The connection is lost or was refused; the session is closed. */
  failed(failure: SpeechFailure): void
}

/** The conversation of one call. All methods return at once. */
export interface RealtimeSession {
  /** Mu-law audio at 8,000 Hz, usually 160 bytes (20 ms). The bytes may be reused after the call. */
  write(audio: Uint8Array): void
  /** The customer has started to speak, according to the voice activity detector. */
  speechStarted(): void
  /** The customer may be silent: the words may be wanted soon. */
  speechMayHavePaused?(): void
  /** The customer is silent; this does not need an answer yet. Repeated calls are allowed. */
  speechPaused(): void
  /** Adds messages at the end of the conversation, without an answer. */
  add(messages: readonly RealtimeMessage[]): void
  /**
   * Answers what the customer said and what was added. An answer that is requested while another one is being generated
   * waits for it.
   */
  respond(generation: number, options: { mayCallTools: boolean }): void
  /**
   * Speaks exactly this text as one item, which becomes part of the conversation. Only with audio output. Waits for
   * answers that are being generated.
   */
  speak(generation: number, text: string): void
  /** Stops the answer or the speech of this generation. Unknown generations are ignored. */
  cancel(generation: number): void
  /**
   * The customer heard the item only up to here: the model forgets the rest. An item that is still being generated is
   * canceled before. `heardMs` and `heardText` can be 0 and empty; they never exceed what was delivered.
   */
  truncate(item: string, heard: { heardMs: number; heardText: string }): void
  /** Releases all resources. Repeated calls are allowed. */
  close(): void
}

export interface RealtimeModel {
  /** Returns at once; failures, also of the connection, are reported to the listener. */
  open(settings: RealtimeSettings, listener: RealtimeListener): RealtimeSession
  /** The vendor that serves the models of this one: `offline` if it is not configured. */
  vendorFor(vendor: string): string
}
