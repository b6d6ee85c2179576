// The latest messages by channel: SMS with their status, and conversations by chat app.
import { useTexts } from '../../i18n/locale.tsx'
import { Select } from '../../ui/fields.tsx'
import { channels, useMessagesAddress } from './address.ts'
import { ChatDeliveries } from './chat-deliveries.tsx'
import { SmsDeliveries } from './sms-deliveries.tsx'
import { channelTexts } from './texts.ts'

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
