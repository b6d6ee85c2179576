// Background jobs of billing.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob } from '#server/platform/jobs/jobs.ts'
import { release } from './ledger.ts'
import { selectExpiredHolds } from './store.ts'

export async function releaseExpiredHolds(context: AppContext): Promise<void> {
  for (const { accountId, ref } of await selectExpiredHolds(context.db)) {
    const ctx = await actFor(context, accountId)
    if (ctx) await transaction(ctx, (tx) => release(tx, ref))
  }
}

export const billingCrons: CronJob[] = [
  { name: 'billing.release-expired-holds', match: '* * * * *', run: releaseExpiredHolds },
]
