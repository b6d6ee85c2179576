// Figures of a sample: percentiles and medians.

/** The smallest value that `share` of the sample does not exceed; NaN when there is none. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5)

/** One round of load: how many answers a second, and how long each took. */
export interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export function roundOf(latenciesMs: readonly number[], elapsedMs: number): Round {
  return {
    perSecond: (latenciesMs.length / elapsedMs) * 1000,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  }
}

/** Each figure's median over the rounds. */
export function medianRound(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
  }
}
