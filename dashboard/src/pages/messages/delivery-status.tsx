// The status of a message on its way to the customer, in words.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Badge, type BadgeLook } from '../../ui/page.tsx'

export const deliveryTexts = textsOf(
  {
    queued: 'Queued',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    failed: 'Failed',
    undelivered: 'Not delivered',
    received: 'Received',
  },
  {
    queued: 'In Warteschlange',
    sent: 'Gesendet',
    delivered: 'Zugestellt',
    read: 'Gelesen',
    failed: 'Fehlgeschlagen',
    undelivered: 'Nicht zugestellt',
    received: 'Empfangen',
  },
)

export type DeliveryState = keyof (typeof deliveryTexts)['en']

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
