// The port to language models: one turn of chat in, a stream of text and tool calls out.

/** Which model answers: `vendor` is the catalogue's vendor code (`openai`, `anthropic`, `google`, `offline` …), `code` the vendor's own model id. */
export interface ModelRef {
  vendor: string
  code: string
}

export interface ToolCall {
  id: string
  name: string
  /** Parsed JSON object; an adapter hands on `{}` when a model sent nothing. */
  arguments: Record<string, unknown>
}

export type ChatMessage =
  | { role: 'system'; content: string }
  /** `inReplyTo` is the beginning of an earlier message that this one quotes. */
  | { role: 'user'; content: string; inReplyTo?: string }
  | { role: 'assistant'; content: string; toolCalls?: ToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; content: string }

export interface ToolDefinition {
  name: string
  description: string
  /** JSON Schema of the arguments, an object at its root. */
  parameters: Record<string, unknown>
}

export interface Generation {
  model: ModelRef
  /** Asked when `model` fails before its first word. */
  fallback?: ModelRef
  messages: ChatMessage[]
  tools?: ToolDefinition[]
  toolChoice?: 'auto' | 'required' | 'none'
  /** 0 to 1. */
  temperature?: number
  maxOutputTokens?: number
  signal?: AbortSignal
  /** What the conversation knows by name; the offline model answers from it, others ignore it. */
  facts?: Record<string, string>
  /** Told who is asked, which is not always `model`, and before a failure whose it is. */
  asks?(model: ModelRef): void
}

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
}

export type GenerationEvent =
  | { type: 'text'; delta: string }
  | { type: 'tool-call'; call: ToolCall }
  /** Always the last event; `model` is the one that answered. */
  | { type: 'finish'; reason: 'stop' | 'length' | 'tool-calls' | 'other'; usage: TokenUsage; model: ModelRef }

export interface LanguageModel {
  /**
   * Streams one turn. Throws `OutsideError` (retryable or not) when the vendor fails, refuses, stalls past the
   * time limit, or answers nothing at all (code `empty_answer`); a stream that ends without an error ends with `finish`.
   * The text and the tool calls of a turn are bounded: beyond 50,000 characters or 32 calls it throws `answer_too_long`.
   */
  stream(generation: Generation): AsyncIterable<GenerationEvent>
}
