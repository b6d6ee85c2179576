// The page of messages: senders, templates, what was sent, and the carrier account.
import { RefreshCw, Send } from 'lucide-react'
import { useAction } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Select } from '../../ui/fields.tsx'
import { Dialog, say, sayError } from '../../ui/overlays.tsx'
import { Button, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { channels, type MessagesAddress, useMessagesAddress } from './address.ts'
import { Carrier } from './carrier.tsx'
import { ChatDeliveries, SmsDeliveries } from './deliveries.tsx'
import { SendChat } from './send-chat.tsx'
import { SendSms } from './send-sms.tsx'
import { Senders } from './senders.tsx'
import { Templates } from './templates.tsx'
import { channelTexts } from './texts.ts'

const texts = textsOf('messages', 'messages')

const closed: MessagesAddress = { template: undefined, creating: undefined, sms: undefined, conversation: undefined }

export function Messages() {
  const t = useTexts(texts)
  const format = useFormats()
  const may = useMay()
  const [address, change] = useMessagesAddress()
  const tab = address.tab ?? 'senders'
  const sync = useAction('senders', 'sync', { onDone: ({ data }) => say(format.count(t.synced, data.synced)) })
  const actions = (
    <>
      {may('senders', 'sync') && (
        <Button icon={RefreshCw} onPress={() => sync.mutate({}, { onError: sayError })} isPending={sync.isPending}>
          {t.sync}
        </Button>
      )}
      {may('messages', 'sendTemplate') && (
        <Button icon={Send} look="primary" onPress={() => change({ send: address.channel ?? 'chatapp' })}>
          {t.send}
        </Button>
      )}
    </>
  )
  return (
    <Page title={t.title} text={t.text} actions={actions}>
      <Tabs
        label={t.tabs}
        selected={tab}
        onSelect={(next) => change({ ...closed, tab: next })}
        tabs={[
          { id: 'senders', label: t.senders, content: <Senders /> },
          { id: 'templates', label: t.templates, content: <Templates /> },
          { id: 'deliveries', label: t.deliveries, content: <Deliveries /> },
          { id: 'carrier', label: t.carrier, content: <Carrier /> },
        ]}
      />
      {address.send && <SendDrawer channel={address.send} />}
    </Page>
  )
}

/** The latest messages by channel: SMS with their status, and conversations by chat app. */
function Deliveries() {
  const names = useTexts(channelTexts)
  const [{ channel = 'chatapp' }, change] = useMessagesAddress()
  const choice = (
    <Select
      label={names.channel}
      options={channels.map((value) => ({ value, label: names[value] }))}
      value={channel}
      onChange={(value) => change({ channel: channels.find((each) => each === value), sms: undefined })}
    />
  )
  return channel === 'sms' ? <SmsDeliveries choice={choice} /> : <ChatDeliveries choice={choice} />
}

const sendDrawerTexts = textsOf('messages', 'sendDrawer')

/** Sends a message to a number: by chat app or by SMS. */
function SendDrawer({ channel }: { channel: (typeof channels)[number] }) {
  const t = useTexts(sendDrawerTexts)
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
