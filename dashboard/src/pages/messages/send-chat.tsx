// Sends a template, or a freeform message while the 24-hour window of the customer is open.
import { isE164 } from '@parley/rules'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type InputOf, type ReplyFrom, useRead, useSendOnce } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { ComboBox, Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Empty, Loaded, Notice } from '../../ui/page.tsx'
import { useMessagesAddress } from './address.ts'
import { PhonePreview } from './phone-preview.tsx'
import { SentNotice, sentAreas } from './sent-notice.tsx'
import type { Template } from './template-status.tsx'
import { type Sender, senderOptions, useSenders } from './use-senders.ts'

const texts = textsOf('messages', 'sendChat')

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
        options={senderOptions(senders)}
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

const windowStateTexts = textsOf('messages', 'windowState')

/** Says whether the 24-hour window of a customer is open, and until when. */
function WindowState({ session }: { session: ReplyFrom<'messages', 'sessionStatus'> }) {
  const t = useTexts(windowStateTexts)
  const format = useFormats()
  const { session_status: status, opted_out_at: optedOut, marketing_opted_out_at: noMarketing } = session
  const { is_open: isOpen, expires_at: expires, can_send_freeform: canSend, message } = status
  return (
    <Notice look={isOpen && canSend ? 'good' : 'warn'}>
      {optedOut && <p>{t.optedOut(format.dateTime(optedOut))}</p>}
      {!optedOut && noMarketing && <p>{t.noMarketing(format.dateTime(noMarketing))}</p>}
      <p>{isOpen && expires ? t.open(format.dateTime(expires)) : t.closed}</p>
      {isOpen && !canSend && (
        <p>
          <ServerText of={message} />
        </p>
      )}
    </Notice>
  )
}

const sendFreeformTexts = textsOf('messages', 'sendFreeform')

interface SendFreeformProps {
  sender: Sender
  phone: string
  mayTry: boolean
}

/** Sends a freeform text, or a media file by its address. */
function SendFreeform({ sender, phone, mayTry }: SendFreeformProps) {
  const t = useTexts(sendFreeformTexts)
  const { values, field, change } = useFields({ message: '', media_url: '', filename: '' })
  const send = useSendOnce(
    (input: InputOf<'messages', 'sendFreeform'>, options) => client.messages.sendFreeform(input, options),
    sentAreas,
  )
  const submit = () => {
    const fields = {
      sender_id: sender.id,
      recipient_phone: phone,
      message: values.message || null,
      ...(values.media_url !== '' && { media_url: values.media_url, filename: values.filename || null }),
    }
    send.mutate(fields, { onSuccess: () => change({ message: '' }) })
  }
  return (
    <Form onSubmit={submit} action={send}>
      <TextField {...field('message')} label={t.text} help={t.textHelp} rows={5} />
      <TextField {...field('media_url')} label={t.media} help={t.mediaHelp} inputMode="url" />
      {values.media_url !== '' && <TextField {...field('filename')} label={t.filename} />}
      {send.data && <SentNotice conversation={send.data.conversation_uuid} />}
      <FormButtons submit={t.send} isDisabled={phone === '' || !mayTry} />
    </Form>
  )
}

const sendTemplateTexts = textsOf('messages', 'sendTemplate')

interface SendTemplateProps {
  sender: Sender
  phone: string
  onSend(): void
}

/** Sends an approved template, with a value for each of its placeholders. */
function SendTemplate({ sender, phone, onSend }: SendTemplateProps) {
  const t = useTexts(sendTemplateTexts)
  const query = useRead('senders', 'listTemplates', { senderId: sender.id, status: 'approved' })
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty title={t.none} text={t.noneText} />
        ) : (
          <Fields sender={sender} phone={phone} onSend={onSend} templates={data} />
        )
      }
    </Loaded>
  )
}

function Fields({ sender, phone, onSend, templates }: SendTemplateProps & { templates: readonly Template[] }) {
  const t = useTexts(sendTemplateTexts)
  const [{ template: wanted }, change] = useMessagesAddress()
  const [customer, setCustomer] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const template = templates.find(({ id }) => id === wanted) ?? templates[0]!
  const send = useSendOnce(
    (input: InputOf<'messages', 'sendTemplate'>, options) => client.messages.sendTemplate(input, options),
    sentAreas,
  )
  const submit = () => {
    onSend()
    send.mutate({
      sender_id: sender.id,
      template_id: template.id,
      recipient_phone: phone,
      ...(customer.trim() !== '' && { recipient_name: customer }),
      ...(template.variables.length > 0 && {
        variables: Object.fromEntries(template.variables.map((name) => [name, values[name] ?? ''])),
      }),
    })
  }
  return (
    <Form onSubmit={submit} action={send}>
      <ComboBox
        label={t.template}
        name="template_id"
        options={templates.map(({ id, name, language }) => ({ value: id, label: name, detail: language }))}
        value={template.id}
        onChange={(id) => change({ template: Number(id) }, true)}
      />
      <TextField label={t.customer} name="recipient_name" value={customer} onChange={setCustomer} />
      {template.variables.map((name) => (
        <TextField
          key={name}
          label={/^\d+$/.test(name) ? `{{${name}}}` : name}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {send.data && <SentNotice conversation={send.data.conversation_uuid} />}
      <FormButtons submit={t.send} isDisabled={phone === ''} />
      <PhonePreview
        sender={sender.display_name}
        body={template.body_text}
        parts={template.parts}
        fill={(number) => values[template.variables[number - 1] ?? '']}
      />
    </Form>
  )
}
