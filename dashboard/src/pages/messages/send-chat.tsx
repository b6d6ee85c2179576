// Sends a template, or a freeform message while the 24-hour window of the customer is open.
import { isE164 } from '@parley/rules'
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Select, TextField } from '../../ui/fields.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useMessagesAddress } from './address.ts'
import { SendFreeform } from './send-freeform.tsx'
import { SendTemplate } from './send-template.tsx'
import { type Sender, useSenders } from './use-senders.ts'
import { WindowState } from './window-state.tsx'

const texts = textsOf(
  {
    phone: 'Phone number of the customer',
    phoneHelp: 'With the country code, such as +14155551234.',
    kind: 'Message',
    template: 'Approved template',
    freeform: 'Freeform',
    noSender: 'Register a sender first',
  },
  {
    phone: 'Telefonnummer des Kunden',
    phoneHelp: 'Mit Ländervorwahl, zum Beispiel +4915112345678.',
    kind: 'Nachricht',
    template: 'Genehmigte Vorlage',
    freeform: 'Freier Text',
    noSender: 'Registrieren Sie zuerst einen Absender',
  },
)

export function SendChat() {
  const t = useTexts(texts)
  return (
    <Loaded query={useSenders()}>
      {({ data }) => (data.length === 0 ? <Empty title={t.noSender} /> : <ToCustomer senders={data} />)}
    </Loaded>
  )
}

function ToCustomer({ senders }: { senders: readonly Sender[] }) {
  const t = useTexts(texts)
  const [{ sender: wanted }, change] = useMessagesAddress()
  const [typed, setTyped] = useState('')
  const [chosen, setKind] = useState<'template' | 'freeform'>()
  const sender =
    senders.find(({ id }) => id === wanted) ?? senders.find(({ status }) => status === 'online') ?? senders[0]!
  const phone = typed.replace(/[\s()./-]/g, '')
  const isKnown = isE164(phone)
  const input = { sender_id: sender.id, recipient_phone: phone }
  const { data: found } = useRead('messages', 'sessionStatus', input, { isEnabled: isKnown })
  const session = isKnown ? found : undefined
  const kind = chosen ?? (session?.session_status.can_send_freeform ? 'freeform' : 'template')
  // The window opens with a template; the form stays, so that it can say that the template was sent.
  const keep = () => setKind(kind)
  return (
    <>
      <Select
        label={t.sender}
        options={senders.map(({ id, display_name, phone_number }) => ({
          value: id,
          label: display_name,
          detail: phone_number,
        }))}
        value={sender.id}
        onChange={(id) => change({ sender: Number(id), template: undefined }, true)}
      />
      <TextField
        label={t.phone}
        help={t.phoneHelp}
        type="tel"
        value={typed}
        onChange={setTyped}
        placeholder="+14155551234"
      />
      {session && <WindowState session={session} />}
      <Select
        label={t.kind}
        options={[
          { value: 'template', label: t.template },
          { value: 'freeform', label: t.freeform },
        ]}
        value={kind}
        onChange={(value) => setKind(value === 'freeform' ? 'freeform' : 'template')}
      />
      {kind === 'template' ? (
        <SendTemplate key={sender.id} sender={sender} phone={phone} onSend={keep} />
      ) : (
        <SendFreeform sender={sender} phone={phone} mayTry={session?.session_status.can_send_freeform ?? true} />
      )}
    </>
  )
}
