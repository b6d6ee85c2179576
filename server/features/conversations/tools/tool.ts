// A tool that the language model can call during a turn.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { ToolDefinition } from '#server/ports/language-model.ts'

export interface ToolOutcome {
  /** JSON for the model; failures have the form `{error}`. */
  result: unknown
  /** Text for the customer, used if the model writes none in the same round. */
  says?: string | undefined
  /** The conversation ends with this turn. */
  ends?: boolean
  /** The answer needs no further text if it has one. */
  completes?: boolean
  /** A person answers from the next turn on, as the handover rules of the assistant say. */
  handsOver?: boolean
  /** The assistant that answers from the next turn on. */
  transfersTo?: Assistant
}

/** The customer of the call or conversation. */
export interface Customer {
  /** Identifies the call or conversation, for limits. */
  source: string
  /** E.164. */
  phone: string | undefined
  /** What placeholders of HTTP tools become. */
  values: ReadonlyMap<string, string>
  /** Between assistants, in a conversation since it was opened. Default: 0. */
  transfers?: number
}

export interface ToolRun {
  arguments: Record<string, unknown>
  /** Unique to this call; a repeated call has the same key. */
  effectKey: string
  signal: AbortSignal
}

export interface Tool {
  definition: ToolDefinition
  /** Spoken in calls while the tool runs. */
  speakDuring?: string | undefined
  /** Its time is part of the latency of a call's turns. */
  searchesDocuments?: boolean
  /** Default: 15,000. */
  timeoutMs?: number
  /** Never throws because of the model's arguments or a failed request. */
  run(call: ToolRun): Promise<ToolOutcome>
}
