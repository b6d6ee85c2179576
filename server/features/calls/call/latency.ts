// Percentiles of a call's latency.
import { latencyMetrics, type TurnLatency } from './call.ts'

type Metric = (typeof latencyMetrics)[number]

export interface Percentiles {
  p50: number
  p90: number
  p99: number
}

/** Null for a metric that no turn has. */
export function summarizeLatency(turns: readonly TurnLatency[]): Record<Metric, Percentiles | null> {
  return Object.fromEntries(latencyMetrics.map((metric) => [metric, percentilesOf(turns, metric)])) as Record<
    Metric,
    Percentiles | null
  >
}

function percentilesOf(turns: readonly TurnLatency[], metric: Metric): Percentiles | null {
  const values = turns.flatMap((turn) => turn[metric] ?? []).sort((a, b) => a - b)
  if (values.length === 0) return null
  /** The nearest rank: the smallest value that at least this share of the values does not exceed. */
  const at = (share: number): number => Math.round(values[Math.ceil(share * values.length) - 1]!)
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
}
