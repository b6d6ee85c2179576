// Measures the calls of the account for the choice of models and vendors: their latency, what they use, and their price.
import { carrierAccountFor } from '#server/features/carrier-accounts/index.ts'
import type { MeasuredCalls } from '#server/features/catalogues/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { pricesOf } from './call/money.ts'
import { measuredDays, selectAnswerTimes, sumUsage } from './call/store-served.ts'

/** Less says little about what a minute of a call needs. */
const minimumSeconds = 60

export async function measureCalls(ctx: AccountContext): Promise<MeasuredCalls> {
  const [answerTimes, used, carrier] = await Promise.all([
    selectAnswerTimes(ctx.db, ctx.account.id),
    sumUsage(ctx.db, ctx.account.id),
    carrierAccountFor(ctx),
  ])
  const { priceMicros, carrierPriceMicros } = pricesOf(ctx, carrier)
  const perMinute = (sum: number, seconds: number) => (seconds < minimumSeconds ? null : (sum * 60) / seconds)
  return {
    minuteMicros: priceMicros + carrierPriceMicros,
    days: measuredDays,
    calls: used.calls,
    perMinute: {
      inputTokens: perMinute(used.inputTokens, used.modelSeconds),
      outputTokens: perMinute(used.outputTokens, used.modelSeconds),
      characters: perMinute(used.characters, used.seconds),
    },
    answerTimes,
  }
}
