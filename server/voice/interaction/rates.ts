// The rates and means of interaction: what the sums of one call or several calls say.
import type { Interaction } from './measure-interaction.ts'

/** Null if nothing was counted. Rates are from 0 to 1. */
export interface InteractionRates {
  responseRate: number | null
  meanResponseMs: number | null
  yieldRate: number | null
  meanYieldMs: number | null
  /** Can exceed 1. */
  cutInsPerTurn: number | null
  backchannelRate: number | null
  soundRate: number | null
  asideRate: number | null
  /** The mean of the three rates before it that are known. */
  selectivity: number | null
}

export function ratesOf(sums: Interaction): InteractionRates {
  const backchannelRate = share(sums.backchannelsIgnored, sums.backchannels)
  const soundRate = share(sums.soundsIgnored, sums.sounds)
  const asideRate = share(sums.asidesIgnored, sums.asides)
  const known = [backchannelRate, soundRate, asideRate].filter((rate) => rate !== null)
  return {
    responseRate: share(sums.answered, sums.turns),
    meanResponseMs: share(sums.responseMs, sums.answered),
    yieldRate: share(sums.yielded, sums.interruptions),
    meanYieldMs: share(sums.yieldMs, sums.yielded),
    cutInsPerTurn: share(sums.cutIns, sums.turns),
    backchannelRate,
    soundRate,
    asideRate,
    selectivity: share(
      known.reduce((sum, rate) => sum + rate, 0),
      known.length,
    ),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
