// What the process of the server and the worker of tests send each other.
import type { LabResult } from '#server/features/assistant-tests/index.ts'
import type { ChatMessage, ToolDefinition } from '#server/ports/language-model.ts'
import type { CallSettings } from '#server/voice/engine/settings.ts'
import type { ScriptedAnswer } from '#server/voice/virtual/virtual-mode.ts'
import type { ToolSpec } from '../run/tools.ts'

/** A run that has not begun. `scenario` is checked by the schema of scenarios. */
export interface Plan {
  scenario: object
  settings: CallSettings
  tools: readonly ToolSpec[]
  isRecorded: boolean
}

/** What a run waits for: an answer of the assistant, or the next words of the customer. */
export type Need =
  | { kind: 'answer'; history: ChatMessage[]; tools: readonly ToolDefinition[]; mayCallTools: boolean }
  | { kind: 'words'; transcript: { speaker: 'assistant' | 'customer'; text: string }[] }

export interface Given {
  answer: ScriptedAnswer
  words: string | undefined
}

export type WorkerRequest =
  | { kind: 'start'; id: string; plan: Plan }
  | { kind: 'give'; id: string; value: Given[Need['kind']] }
  | { kind: 'drop'; id: string }

export type WorkerReply = { need: Need } | { result: Omit<LabResult, 'isPlayed'> } | { isGone: true }
