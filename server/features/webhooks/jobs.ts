// The work of webhooks: trying deliveries, picking up lost ones, forgetting old ones.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { addDeliverJob, type DeliveryRef, deliverJob } from './deliver-job.ts'
import { formerSignsForMs } from './secret.ts'
import { deleteOldDeliveries } from './store.ts'
import { deleteRetiredSecrets } from './store-secrets.ts'
import { selectOverdue } from './store-sending.ts'

const keptForMs = 30 * 24 * 60 * 60 * 1000
const overdueMs = 60_000
const batch = 1000

const deliver: Job<DeliveryRef> = { ...deliverJob, run: attemptDelivery }

/** A net under the jobs: it finds what a restored database or a lost job would leave waiting for ever. */
async function pickUpOverdue(context: AppContext): Promise<void> {
  await transaction(context, async (tx) => {
    for (const delivery of await selectOverdue(tx.db, { overdueMs, limit: batch })) await addDeliverJob(tx, delivery)
  })
}

async function forgetOld(context: AppContext): Promise<void> {
  while ((await deleteOldDeliveries(context.db, keptForMs, batch)) === batch);
  await deleteRetiredSecrets(context.db, formerSignsForMs)
}

export const webhookJobs: Job<never>[] = [deliver as Job<never>]

export const webhookCrons: CronJob[] = [
  { name: 'webhooks.pick-up-overdue', match: '* * * * *', run: pickUpOverdue },
  { name: 'webhooks.forget-old', match: '41 * * * *', run: forgetOld },
]
