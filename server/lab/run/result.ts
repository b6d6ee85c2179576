// The result of a run: what happened on the line, which expectations were met, and why the run failed.

import type { TurnState } from '#server/voice/engine/call-record.ts'
import type { CallEnd } from '#server/voice/engine/settings.ts'
import type { Interaction, UtteranceKind } from '#server/voice/interaction/measure-interaction.ts'
import type { Overall } from '../scenario/schema.ts'

/** Something that a side said or did. Times are in milliseconds since the call was answered. */
export interface Sound {
  side: 'customer' | 'assistant'
  kind: 'speech' | 'noise' | 'beep' | 'keys'
  text: string
  fromMs: number
  toMs: number
  /** The customer heard this part of the text, from 0 to 1. */
  fromPart: number
  toPart: number
}

export interface CustomerSound extends Sound {
  /** Undefined for tones. */
  utterance: UtteranceKind | undefined
}

export interface CheckedExpectation {
  /** In the file. */
  line: number
  /** In words. */
  expected: string
  met: boolean
  /** When it was met, or when it failed. */
  atMs: number
}

/** A check of the whole call. */
export interface CheckedOverall {
  check: keyof Overall
  /** Undefined if it was met. */
  message: string | undefined
}

export interface RunResult {
  name: string
  file: string
  passed: boolean
  /** The first expectation that was not met, with what happened instead. */
  failure: { line: number; message: string } | undefined
  durationMs: number
  endedReason: CallEnd['reason']
  answeredBy: CallEnd['answeredBy']
  sounds: Sound[]
  expectations: CheckedExpectation[]
  overall: CheckedOverall[]
  modelRequests: number
  transcript: {
    speaker: 'assistant' | 'customer'
    text: string
    atMs: number
    interrupted: boolean
    unspoken?: string
  }[]
  /** From the end of the customer's speech to the first sound of the answer. */
  latencies: { fromMs: number; toMs: number }[]
  interruptionsMs: number[]
  notes: { atMs: number; type: string; detail: string }[]
  /** The states of turn-taking, each until the next. */
  states: TurnState[]
  /** How the sides took turns, from what was said and heard. */
  interaction: Interaction
}
