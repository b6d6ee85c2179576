// The carrier's words for what became of a message, in the port's.
import type { CarrierStatus } from '#server/ports/carrier.ts'

const statuses: Readonly<Record<string, CarrierStatus>> = {
  scheduled: 'accepted',
  accepted: 'accepted',
  queued: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  // One of several devices or parts has it; the carrier tells no more afterwards.
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
