// What tests need of the lab, which runs calls in virtual time. The composition provides it.

import type { TestDefinition } from '#contract/assistant-tests/test-fields.ts'
import type { calls } from '#contract/calls/calls.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import type { LanguageModel, ModelRef } from '#server/ports/language-model.ts'
import type { CallSettings, CallTool, EndedReason } from '#server/voice/engine/settings.ts'
import type { Interaction } from '#server/voice/interaction/measure-interaction.ts'

export interface LabInput {
  definition: TestDefinition
  settings: CallSettings
  /** Their functions are not used. */
  tools: readonly CallTool[]
  /** Answers for the assistant, unless the answers are recorded. */
  assistant: {
    languageModel: LanguageModel
    model: ModelRef
    instructions: string
    temperature: number
    facts: Record<string, string>
  }
  /** Plays the customer of a simulation. */
  customer: { languageModel: LanguageModel; model: ModelRef }
  /** Its reason is thrown. */
  signal: AbortSignal
}

export interface LabCheck {
  /** The index in the script; null for the whole call. */
  step: number | null
  expected: string
  /** Null if the run ended before. */
  met: boolean | null
  atMs: number | null
  instead: string | null
}

interface Span {
  fromMs: number
  toMs: number
}

export interface LabSound extends Span {
  side: 'customer' | 'assistant'
  kind: 'speech' | 'noise' | 'beep' | 'keys'
  text: string
  fromPart: number
  toPart: number
}

/** Times are in milliseconds since the call was answered. */
export interface LabResult {
  checks: LabCheck[]
  transcript: { speaker: 'assistant' | 'customer'; text: string; atMs: number; interrupted: boolean }[]
  durationMs: number
  endedReason: EndedReason
  sounds: LabSound[]
  states: { atMs: number; customer: string; interruption: string }[]
  latencies: Span[]
  events: { atMs: number; type: string; detail: string }[]
  interaction: Interaction
  modelRequests: number
  /** A language model has played the customer. */
  isPlayed: boolean
}

type Call = ReplyOf<typeof calls.get>
type Explanation = ReplyOf<typeof calls.explain>

export interface Lab {
  run(input: LabInput): Promise<LabResult>
  definitionOf(call: Call, explanation: Explanation, answersFrom: 'model' | 'recorded'): TestDefinition
}
