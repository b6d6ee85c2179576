// Sends a message to a number: by chat app or by SMS.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select } from '../../ui/fields.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { channels, useMessagesAddress } from './address.ts'
import { SendChat } from './send-chat.tsx'
import { SendSms } from './send-sms.tsx'
import { channelTexts } from './texts.ts'

const texts = textsOf({ title: 'Send a message' }, { title: 'Nachricht senden' })

export function SendDrawer({ channel }: { channel: (typeof channels)[number] }) {
  const t = useTexts(texts)
  const names = useTexts(channelTexts)
  const [, change] = useMessagesAddress()
  return (
    <Dialog title={t.title} look="drawer" isOpen onClose={() => change({ send: undefined })}>
      <div className="flex flex-col gap-4">
        <Select
          label={names.channel}
          options={channels.map((value) => ({ value, label: names[value] }))}
          value={channel}
          onChange={(value) => change({ send: channels.find((each) => each === value) }, true)}
        />
        {channel === 'sms' ? <SendSms /> : <SendChat />}
      </div>
    </Dialog>
  )
}
