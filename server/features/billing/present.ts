// Converts amounts of money to the units of the API.
import type { Account, AccountContext } from '#server/platform/context/context.ts'
import type { Prices } from '#server/platform/context/settings.ts'
import { selectBalance } from './store.ts'

/** Direct accounts have minutes, tenants have credits. Rounded down to two decimals. */
export function presentBalance(kind: Account['kind'], micros: number, prices: Prices): number {
  const unit = kind === 'direct' ? prices.minuteMicros : prices.creditMicros
  return Math.floor((micros * 100) / unit) / 100
}

/** An amount in the unit of the account, rounded to six decimals so that the sum of entries is the balance. */
export const inUnit = (kind: Account['kind'], micros: number, prices: Prices): number =>
  Math.round((micros * 1e6) / (kind === 'direct' ? prices.minuteMicros : prices.creditMicros)) / 1e6

export const unitOf = (kind: Account['kind']): 'minutes' | 'credits' => (kind === 'direct' ? 'minutes' : 'credits')

/** The balance that the account can still spend, without the amounts on hold. */
export async function totalBalanceOf(ctx: AccountContext): Promise<number> {
  const { balanceMicros, heldMicros } = await selectBalance(ctx.db, ctx.account.id)
  return presentBalance(ctx.account.kind, balanceMicros - heldMicros, ctx.settings.prices)
}

/** The balance without the amounts on hold, and the calls that it pays for. */
export async function presentSpendable(ctx: AccountContext): Promise<{ usd: number; talk_seconds: number | null }> {
  const { balanceMicros, heldMicros } = await selectBalance(ctx.db, ctx.account.id)
  const { callMinuteMicros, carrierMinuteMicros } = ctx.settings.prices
  const minuteMicros = callMinuteMicros + carrierMinuteMicros
  const micros = balanceMicros - heldMicros
  return {
    usd: presentUsd(micros),
    talk_seconds: minuteMicros === 0 ? null : Math.max(0, Math.floor((micros * 60) / minuteMicros)),
  }
}

export const presentUsd = (micros: number): number => micros / 1_000_000
