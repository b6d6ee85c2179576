// The delivery status of a message: updates arrive in any order and more than once, and a status never goes back.
import { deliveryStatus } from '#contract/messages/messages.ts'
import type { CounterSpec } from '#server/platform/observability/metrics.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'

/** The statuses that API callers see; those without a failure in ascending order. */
const deliveryStatuses = deliveryStatus.options
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const messageStatuses: CounterSpec<DeliveryStatus | 'received'> = {
  name: 'parley_messages_total',
  help: 'Chat-app messages and SMS by the status they reached; received: messages from customers.',
  label: 'status',
  words: [...deliveryStatuses, 'received'],
}

const progress: readonly CarrierStatus[] = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read']
const failures: readonly CarrierStatus[] = ['failed', 'undelivered', 'canceled']

export function isFailedStatus(status: CarrierStatus): boolean {
  return failures.includes(status)
}

/**
 * Returns the statuses that `update` may replace, for `where status = any(…)`. A failure never replaces `delivered` or
 * `read`, and nothing replaces a failure, because its price may have been refunded.
 */
export function statusesBefore(update: CarrierStatus): CarrierStatus[] {
  if (isFailedStatus(update)) return progress.slice(0, progress.indexOf('delivered'))
  return progress.slice(0, Math.max(0, progress.indexOf(update)))
}

/** Whether `update` reports a failure of a delivered message: the error is recorded, but the status stays. */
export function contradictsDelivery(current: CarrierStatus, update: CarrierStatus): boolean {
  return isFailedStatus(update) && (current === 'delivered' || current === 'read')
}

export function deliveryStatusOf(status: CarrierStatus): DeliveryStatus {
  if (status === 'canceled') return 'failed'
  return deliveryStatuses.find((known) => known === status) ?? 'queued'
}

/** Returns the worst status of all parts of a message: a failure, or else the least advanced one. */
export function combineStatuses(parts: readonly CarrierStatus[]): DeliveryStatus {
  const failed = parts.find(isFailedStatus)
  if (failed) return deliveryStatusOf(failed)
  const statuses = parts.map(deliveryStatusOf)
  return deliveryStatuses.find((status) => statuses.includes(status)) ?? 'queued'
}
