// The names of webhook kinds and of the states of deliveries.
import type { WebhookKind } from '#contract/webhook-payloads.ts'
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/locale.tsx'
import type { BadgeLook } from '../../ui/states.tsx'

export type Delivery = ReplyFrom<'webhooks', 'listDeliveries'>['data'][number]
export type DeliveryStatus = Delivery['status']

export const statusLooks: Record<DeliveryStatus, BadgeLook> = { pending: 'neutral', delivered: 'good', failed: 'bad' }
export const statuses = Object.keys(statusLooks) as DeliveryStatus[]

/** The API names kinds; the names are not translated, because programs compare them. */
const kindNames: Record<WebhookKind, true> = {
  'call.ended': true,
  'conversation.handed-over': true,
  'conversation.ended': true,
  'message.received': true,
  'message.status': true,
  'balance.low': true,
}
export const webhookKinds = Object.keys(kindNames) as WebhookKind[]

export const statusTexts = textsOf<Record<DeliveryStatus, string>>(
  { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
  { pending: 'Ausstehend', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
)
