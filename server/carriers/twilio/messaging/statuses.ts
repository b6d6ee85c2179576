// Maps message statuses of the carrier to those of the port.
import type { CarrierStatus } from '#server/ports/carrier.ts'

const statuses: Readonly<Record<string, CarrierStatus>> = {
  scheduled: 'accepted',
  accepted: 'accepted',
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  // One of several devices or parts received the message; no further status follows.
  partially_delivered: 'delivered',
  read: 'read',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'canceled',
  receiving: 'received',
  received: 'received',
}

export function toStatus(word: string | null | undefined): CarrierStatus {
  const known = (word ?? '').toLowerCase()
  return Object.hasOwn(statuses, known) ? statuses[known]! : 'unknown'
}
