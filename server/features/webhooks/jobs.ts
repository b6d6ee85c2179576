// Background jobs that attempt deliveries, recover overdue ones and delete old ones.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { addDeliverJob, deliverJob } from './deliver-job.ts'
import { replacedSignsForMs } from './secret.ts'
import { deleteOldDeliveries } from './store.ts'
import { deleteReplacedSecrets } from './store-secrets.ts'
import { selectOverdue } from './store-sending.ts'

const batch = 1000

/** Deliveries lose their job if a backup is restored, for example. */
async function recoverOverdue(context: AppContext): Promise<void> {
  await transaction(context, async (tx) => {
    for (const delivery of await selectOverdue(tx.db, { overdueMs: 60_000, limit: batch }))
      await addDeliverJob(tx, delivery)
  })
}

export const keptDays = 30

async function deleteOld(context: AppContext): Promise<void> {
  while ((await deleteOldDeliveries(context.db, keptDays * 24 * 60 * 60 * 1000, batch)) === batch);
  await deleteReplacedSecrets(context.db, replacedSignsForMs)
}

export const webhookJobs: Job<never>[] = [{ ...deliverJob, run: attemptDelivery } as Job<never>]

export const webhookCrons: CronJob[] = [
  { name: 'webhooks.pick-up-overdue', match: '* * * * *', run: recoverOverdue },
  { name: 'webhooks.forget-old', match: '41 * * * *', run: deleteOld },
]
