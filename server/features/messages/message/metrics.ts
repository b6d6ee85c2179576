// What messages count for the operator.
import type { CounterSpec } from '#server/platform/observability/metrics.ts'
import type { DeliveryStatus } from './whole-status.ts'

export const messageStatuses: CounterSpec<DeliveryStatus | 'received'> = {
  name: 'parley_messages_total',
  help: 'Chat-app messages that came to this status; received: what customers wrote.',
  label: 'status',
  words: ['queued', 'sent', 'delivered', 'read', 'failed', 'undelivered', 'received'],
}
