// The latency of a call's turns as it was stored, and its percentiles.
import { latencySteps, type TurnLatency } from '#server/voice/engine/call-record.ts'
import type { Call } from './call.ts'

type Step = (typeof latencySteps)[number]

export interface Percentiles {
  p50: number
  p90: number
  p99: number
}

/** Earlier versions stored the time at which the first audio was sent as `heardMs`. */
export function turnsOf({ latency }: Pick<Call, 'latency'>): TurnLatency[] {
  return latency.map((turn) =>
    turn.heardMs == null || turn.firstAudioSentMs != null
      ? turn
      : { ...turn, firstAudioSentMs: turn.heardMs, heardMs: null },
  )
}

/** Null for a step that no turn has. */
export function summarizeLatency(turns: readonly TurnLatency[]): Record<Step, Percentiles | null> {
  return Object.fromEntries(latencySteps.map((step) => [step, percentilesOf(turns, step)])) as Record<
    Step,
    Percentiles | null
  >
}

function percentilesOf(turns: readonly TurnLatency[], step: Step): Percentiles | null {
  const values = turns.flatMap((turn) => turn[step] ?? []).sort((a, b) => a - b)
  if (values.length === 0) return null
  /** The nearest rank: the smallest value that at least this share of the values does not exceed. */
  const at = (share: number): number => Math.round(values[Math.ceil(share * values.length) - 1]!)
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}
