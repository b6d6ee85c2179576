// HTTP handlers for the account's own data.
import { accounts } from '#contract/accounts.ts'
import { findAccountRow } from '#server/features/accounts/index.ts'
import { route } from '#server/platform/http/route.ts'
import { presentBalance } from './present.ts'
import { selectBalance } from './store.ts'

export const billingRoutes = [
  route(accounts.me, async (ctx) => {
    const [account, { balanceMicros, heldMicros }] = await Promise.all([
      findAccountRow(ctx.db, ctx.account.id),
      selectBalance(ctx.db, ctx.account.id),
    ])
    return {
      name: account!.name,
      email: account!.email,
      total_balance: presentBalance(ctx.account.kind, balanceMicros - heldMicros, ctx.settings.prices),
    }
  }),
]
