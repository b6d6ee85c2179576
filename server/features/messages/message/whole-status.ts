// What became of a message as a whole, in the words of the wire.
import { isFailedStatus } from '#server/features/messages/message/delivery-status.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'

export type DeliveryStatus = 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered'

const words: Partial<Record<CarrierStatus, DeliveryStatus>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'undelivered',
  canceled: 'failed',
}

const ranks: readonly DeliveryStatus[] = ['queued', 'sent', 'delivered', 'read']

export function deliveryStatusOf(status: CarrierStatus): DeliveryStatus {
  return words[status] ?? 'queued'
}

/** Of all parts the worst: a failure, else what has come the least far. */
export function wholeStatus(parts: readonly CarrierStatus[]): DeliveryStatus {
  const failed = parts.find(isFailedStatus)
  if (failed) return deliveryStatusOf(failed)
  const least = Math.min(...parts.map((part) => ranks.indexOf(deliveryStatusOf(part))))
  return ranks[least] ?? 'queued'
}

/** Outside of the window. */
export const outsideWindow = 63016
/** The template was rejected, paused or disabled. */
export const templateTrouble: readonly number[] = [63040, 63041, 63042]
/** Something is the matter with the sender itself, which its status will show. */
export const senderTrouble: readonly number[] = [63001, 63020, 63051, 63112, 30002]
