// The job that tries a delivery: one waits for each delivery at most, whoever asks for it.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export interface DeliveryRef {
  accountId: number
  deliveryId: number
}

export const deliverJob: JobSpec<DeliveryRef> = { name: 'webhooks.deliver', waitsOutside: true }

export const deliverJobKey = ({ accountId, deliveryId }: DeliveryRef): string => `webhook:${accountId}:${deliveryId}`

/** Replaces the job that waits for the delivery, if one does. */
export async function addDeliverJob(
  tx: Pick<AppTx, 'addJob' | 'now'>,
  delivery: DeliveryRef,
  delayMs = 0,
): Promise<void> {
  // A millisecond more, because a job that runs before the delivery is due has to wait again.
  const runAt = delayMs === 0 ? undefined : new Date(tx.now().getTime() + delayMs + 1)
  await tx.addJob(deliverJob, delivery, { key: deliverJobKey(delivery), runAt })
}
