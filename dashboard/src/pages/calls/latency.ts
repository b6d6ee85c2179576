// Divides the time until an answer was heard into its steps.
import type { CallRecord } from './lanes.ts'
import type { Span } from './spans.ts'

export type Latency = CallRecord['latency']
export type Turn = Latency['turns'][number]

export const steps = ['recognized', 'decided', 'first_token', 'first_audio', 'first_audio_sent', 'heard'] as const
export type Step = (typeof steps)[number]

/** `total` is the whole time until the last known step; `retrieval` is the search of documents. */
export const choices = [...steps, 'total', 'retrieval'] as const
export type Choice = (typeof choices)[number]

export interface Part extends Span {
  step: Step
  /** From the end of the customer's speech, as the API has it. */
  sinceSpeechMs: number
}

/**
 * The part of each step that is known, since the end of the customer's speech. A step that was over before an earlier one,
 * because both ran at the same time, has an empty part.
 */
export function partsOf(turn: Turn): Part[] {
  let before = 0
  return steps.flatMap((step): Part[] => {
    const value = turn[`${step}_ms`]
    if (value === null) return []
    const fromMs = Math.min(before, Math.max(0, value))
    const part = { step, fromMs: value < before ? value : fromMs, toMs: value, sinceSpeechMs: value }
    before = Math.max(before, value)
    return [part]
  })
}

/** Undefined if no step is known. */
export const totalOf = (turn: Turn): number | undefined => {
  const values = steps.flatMap((step) => turn[`${step}_ms`] ?? [])
  return values.length === 0 ? undefined : Math.max(...values)
}

/** Where a value is on the time axis of the recording. The search of documents ends at the latest with the first token. */
export function spanOfChoice(turn: Turn, choice: Choice): Span | undefined {
  const at = (fromMs: number, toMs: number): Span => ({ fromMs: turn.at_ms + fromMs, toMs: turn.at_ms + toMs })
  if (choice === 'total') {
    const total = totalOf(turn)
    return total === undefined ? undefined : at(0, total)
  }
  if (choice === 'retrieval') {
    if (turn.retrieval_ms === null) return undefined
    const end = turn.first_token_ms ?? (turn.decided_ms ?? 0) + turn.retrieval_ms
    return at(Math.max(0, end - turn.retrieval_ms), end)
  }
  const part = partsOf(turn).find(({ step }) => step === choice)
  return part && at(part.fromMs, part.toMs)
}
