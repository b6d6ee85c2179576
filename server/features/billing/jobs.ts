// Money that was put aside and never settled goes back.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { CronJob } from '#server/platform/jobs/jobs.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { release } from './ledger.ts'
import { selectExpiredHolds } from './store.ts'

export async function releaseExpiredHolds(world: AppContext): Promise<void> {
  for (const { accountId, ref } of await selectExpiredHolds(world.db, world.now())) {
    const ctx = await actFor(world, accountId)
    if (ctx) await transaction(ctx, (tx) => release(tx, ref))
  }
}

export const billingCrons: CronJob[] = [
  { name: 'billing.release-expired-holds', match: '* * * * *', run: releaseExpiredHolds },
]
