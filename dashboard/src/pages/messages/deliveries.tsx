// The latest messages by channel: SMS with their status, and conversations by chat app.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select } from '../../ui/fields.tsx'
import { channels, useMessagesAddress } from './address.ts'
import { ChatDeliveries } from './chat-deliveries.tsx'
import { channelTexts } from './send-drawer.tsx'
import { SmsDeliveries } from './sms-deliveries.tsx'

export const filterTexts = textsOf(
  {
    phone: 'Number of the customer',
    from: 'From day',
    to: 'To day',
    all: 'All',
    reset: 'Reset filters',
    none: 'Nothing matches these filters',
  },
  {
    phone: 'Nummer des Kunden',
    from: 'Vom Tag',
    to: 'Bis zum Tag',
    all: 'Alle',
    reset: 'Filter zurücksetzen',
    none: 'Nichts entspricht diesen Filtern',
  },
)

export function Deliveries() {
  const names = useTexts(channelTexts)
  const [{ channel = 'chatapp' }, change] = useMessagesAddress()
  const choice = (
    <Select
      label={names.channel}
      options={channels.map((value) => ({ value, label: names[value] }))}
      value={channel}
      onChange={(value) => change({ channel: channels.find((each) => each === value), sms: undefined })}
      className="min-w-0 sm:w-36"
    />
  )
  return channel === 'sms' ? <SmsDeliveries choice={choice} /> : <ChatDeliveries choice={choice} />
}
