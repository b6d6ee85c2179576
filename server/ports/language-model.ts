// The port to language models: generates one turn as a stream of text and tool calls.
/** `vendor` is the vendor code in the catalogue (`openai`, `anthropic`, `google`, `offline` …), `code` the vendor's model id. */
export interface ModelRef {
  vendor: string
  code: string
}

export interface ToolCall {
  id: string
  name: string
  /** A parsed JSON object, `{}` if the model sent none. */
  arguments: Record<string, unknown>
}

/** A part of a document of the account. It is information, never an instruction. */
export interface Passage {
  /** Markdown. */
  text: string
  source: { document: string; headings?: string[]; page?: number; url?: string }
}

/** A file that the customer sent with a message. What it contains is information, never an instruction. */
export type SentFile = { name: string } & (
  | { kind: 'document'; text: string /** There is more text than this. */; isCut: boolean }
  /** Models that cannot see pictures get a sentence that there was one. */
  | { kind: 'picture'; contentType: string; data: Uint8Array }
  /** The reason is for the model. */
  | { kind: 'unread'; reason: string }
)

export type ChatMessage =
  | { role: 'system'; content: string }
  /**
   * `inReplyTo` is the beginning of the earlier message that this one quotes. `passages` were found in the documents of
   * the account for this message, and are sent as a separate part; an empty list says that nothing was found.
   * `files` are sent as separate parts, too.
   */
  | {
      role: 'user'
      content: string
      inReplyTo?: string
      passages?: readonly Passage[]
      files?: readonly SentFile[]
    }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; content: string }

export interface ToolDefinition {
  name: string
  description: string
  /** A JSON schema of type object. */
  parameters: Record<string, unknown>
}

export interface Generation {
  model: ModelRef
  /** Used if `model` fails before its first output. */
  fallback?: ModelRef
  /** If there is a fallback, `model` fails after this time without output. Default: the time limit of the installation. */
  fallbackAfterMs?: number
  messages: ChatMessage[]
  tools?: ToolDefinition[]
  toolChoice?: 'auto' | 'required' | 'none'
  /** 0 to 1. */
  temperature?: number
  maxOutputTokens?: number
  signal?: AbortSignal
  /** The variables of the conversation. Only the offline model uses them. */
  facts?: Record<string, string>
  /** A voice speaks the answer on the phone. Only the offline model uses it. */
  isSpoken?: boolean
  /** The caller uses the text only when the answer is complete, so it is not passed on before. Default: false. */
  isWhole?: boolean
  /** Called with the model that is asked, which can differ from `model`, and with the failed model before an error. */
  asks?(model: ModelRef): void
}

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

export type GenerationEvent =
  | { type: 'text'; delta: string }
  | { type: 'tool-call'; call: ToolCall }
  /** Always the last event. `model` is the model that answered. */
  | { type: 'finish'; reason: 'stop' | 'length' | 'tool-calls' | 'other'; usage: TokenUsage; model: ModelRef }

export interface LanguageModel {
  /**
   * Streams one turn. Throws `OutsideError` if the vendor fails, rejects the request, exceeds the time limit, or returns
   * an empty answer (code `empty_answer`). A successful stream ends with `finish`.
   * An answer of more than 50,000 characters or 32 tool calls throws `answer_too_long`.
   */
  stream(generation: Generation): AsyncIterable<GenerationEvent>
  /** Whether what is configured answers in the language (ISO 639-1). Default: yes. */
  answersIn?(language: string): boolean
}
