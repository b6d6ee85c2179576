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

/** Since the end of the customer's speech. */
export interface Part extends Span {
  step: Step
}

/**
 * The known steps in the order in which they happened, each from the step before it. A model can begin to answer before the
 * turn of the customer is considered complete.
 */
export function partsOf(turn: Turn): Part[] {
  const known = steps.flatMap((step) => {
    const value = turn[`${step}_ms`]
    return value === null ? [] : [{ step, value: Math.max(0, value) }]
  })
  // Steps at the same time keep their usual order.
  known.sort((a, b) => a.value - b.value)
  return known.map(({ step, value }, index) => ({ step, fromMs: known[index - 1]?.value ?? 0, toMs: value }))
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
