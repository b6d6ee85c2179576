// Converts amounts of money to the units of the API.
import type { Account, AccountContext } from '#server/platform/context/context.ts'
import type { Prices } from '#server/platform/context/settings.ts'
import { selectBalance } from './store.ts'

/** Direct accounts have minutes, tenants have credits. Rounded down to two decimals. */
export function presentBalance(kind: Account['kind'], micros: number, prices: Prices): number {
  const unit = kind === 'direct' ? prices.minuteMicros : prices.creditMicros
  return Math.floor((micros * 100) / unit) / 100
}

/** The balance that the account can still spend, without the amounts on hold. */
export async function totalBalanceOf(ctx: AccountContext): Promise<number> {
  const { balanceMicros, heldMicros } = await selectBalance(ctx.db, ctx.account.id)
  return presentBalance(ctx.account.kind, balanceMicros - heldMicros, ctx.settings.prices)
}

export const presentUsd = (micros: number): number => micros / 1_000_000
