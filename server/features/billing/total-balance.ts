// The balance that an account sees: what it can still spend, without the amounts on hold.
import type { AccountContext } from '#server/platform/context/context.ts'
import { presentBalance } from './present.ts'
import { selectBalance } from './store.ts'

/** Minutes for direct accounts, credits for tenants. */
export async function totalBalanceOf(ctx: AccountContext): Promise<number> {
  const { balanceMicros, heldMicros } = await selectBalance(ctx.db, ctx.account.id)
  return presentBalance(ctx.account.kind, balanceMicros - heldMicros, ctx.settings.prices)
}
