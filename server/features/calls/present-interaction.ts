// Converts the interaction of a call, or of several calls together, to the fields of the API.
import type { calls } from '#contract/calls/calls.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { type Interaction, ratesOf } from '#server/voice/interaction/measure-interaction.ts'

type Presented = NonNullable<ReplyOf<typeof calls.explain>['interaction']>

export function presentInteraction(sums: Interaction): Presented {
  const rates = ratesOf(sums)
  return {
    response: {
      turns: sums.turns,
      answered: sums.answered,
      rate: rounded(rates.responseRate),
      mean_ms: whole(rates.meanResponseMs),
    },
    yield: {
      interruptions: sums.interruptions,
      yielded: sums.yielded,
      rate: rounded(rates.yieldRate),
      mean_ms: whole(rates.meanYieldMs),
    },
    cut_ins: { count: sums.cutIns, per_turn: rounded(rates.cutInsPerTurn) },
    selectivity: {
      backchannels: {
        count: sums.backchannels,
        ignored: sums.backchannelsIgnored,
        rate: rounded(rates.backchannelRate),
      },
      sounds: { count: sums.sounds, ignored: sums.soundsIgnored, rate: rounded(rates.soundRate) },
      asides: { count: sums.asides, ignored: sums.asidesIgnored, rate: rounded(rates.asideRate) },
      rate: rounded(rates.selectivity),
    },
  }
}

const rounded = (rate: number | null): number | null => (rate === null ? null : Math.round(rate * 1_000) / 1_000)
const whole = (ms: number | null): number | null => (ms === null ? null : Math.round(ms))
