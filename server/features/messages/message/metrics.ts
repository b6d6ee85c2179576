// The metric that counts messages by status.
import type { CounterSpec } from '#server/platform/observability/metrics.ts'
import { type DeliveryStatus, deliveryStatuses } from './delivery-status.ts'

export const messageStatuses: CounterSpec<DeliveryStatus | 'received'> = {
  name: 'parley_messages_total',
  help: 'Chat-app messages by the status they reached; received: messages from customers.',
  label: 'status',
  words: [...deliveryStatuses, 'received'],
}
