// What a tool is to a turn: how the model sees it, and what happens when it is called.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { ToolDefinition } from '#server/ports/language-model.ts'

export interface ToolOutcome {
  /** JSON; a failure is told as `{error}`. */
  result: unknown
  /** Said to the customer when the model says nothing itself. */
  says?: string | undefined
  /** The conversation ends with this turn. */
  ends?: boolean
  /** Who answers from the next turn on. */
  transfersTo?: Assistant
}

export interface ToolRun {
  arguments: Record<string, unknown>
  /** Unique for this call of this turn: a repeated request has the same one. */
  effectKey: string
  signal: AbortSignal
}

/** `run` never throws for what the model or the world outside does wrong. */
export interface Tool {
  definition: ToolDefinition
  run(call: ToolRun): Promise<ToolOutcome>
}
