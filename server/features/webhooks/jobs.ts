// The work of webhooks: trying deliveries, picking up lost ones, forgetting old ones.
import type { AppContext } from '#server/platform/context.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { addDeliverJob, type DeliveryRef, deliverJob } from './deliver-job.ts'
import { retirement } from './secret.ts'
import { deleteDeliveriesBefore } from './store.ts'
import { deleteRetiredSecrets } from './store-secrets.ts'
import { selectOverdue } from './store-sending.ts'

const keptForMs = 30 * 24 * 60 * 60 * 1000
const overdueMs = 60_000
const batch = 1000

const deliver: Job<DeliveryRef> = { ...deliverJob, run: attemptDelivery }

/** A net under the jobs: it finds what a restored database or a lost job would leave waiting for ever. */
async function pickUpOverdue(world: AppContext): Promise<void> {
  const now = world.now()
  const dueBefore = new Date(now.getTime() - overdueMs)
  await transaction(world, async (tx) => {
    for (const delivery of await selectOverdue(tx.db, { now, dueBefore, limit: batch }))
      await addDeliverJob(tx, delivery)
  })
}

async function forgetOld(world: AppContext): Promise<void> {
  const createdBefore = new Date(world.now().getTime() - keptForMs)
  while ((await deleteDeliveriesBefore(world.db, createdBefore, batch)) === batch);
  await deleteRetiredSecrets(world.db, retirement(world.now()))
}

export const webhookJobs: Job<never>[] = [deliver as Job<never>]

export const webhookCrons: CronJob[] = [
  { name: 'webhooks.pick-up-overdue', match: '* * * * *', run: pickUpOverdue },
  { name: 'webhooks.forget-old', match: '41 * * * *', run: forgetOld },
]
