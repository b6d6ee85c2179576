// The job that attempts a delivery. Each delivery has at most one waiting job.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export interface DeliveryRef {
  accountId: number
  deliveryId: number
}

export const deliverJob: JobSpec<DeliveryRef> = { name: 'webhooks.deliver', waitsOutside: true }

export const deliverJobKey = ({ accountId, deliveryId }: DeliveryRef): string => `webhook:${accountId}:${deliveryId}`

/** Replaces the waiting job of the delivery. */
export function addDeliverJob(tx: Pick<AppTx, 'addJob' | 'now'>, delivery: DeliveryRef, delayMs = 0): Promise<void> {
  // The extra millisecond avoids a second wait: a job that runs before the delivery is due adds another job.
  const runAt = delayMs === 0 ? undefined : new Date(tx.now().getTime() + delayMs + 1)
  return tx.addJob(deliverJob, delivery, { key: deliverJobKey(delivery), runAt })
}
