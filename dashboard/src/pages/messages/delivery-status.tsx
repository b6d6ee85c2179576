// The status of a message on its way to the customer, in words.
import { useTexts } from '../../i18n/locale.tsx'
import { type TextsBehind, textsOf } from '../../i18n/texts.ts'
import { Badge, type BadgeLook } from '../../ui/page.tsx'

export const deliveryTexts = textsOf('messages', 'delivery')

export type DeliveryState = keyof TextsBehind<typeof deliveryTexts>

const looks: Record<DeliveryState, BadgeLook> = {
  queued: 'neutral',
  sent: 'accent',
  delivered: 'good',
  read: 'good',
  failed: 'bad',
  undelivered: 'bad',
  received: 'neutral',
}

export const DeliveryStatus = ({ status }: { status: DeliveryState }) => (
  <Badge look={looks[status]}>{useTexts(deliveryTexts)[status]}</Badge>
)
