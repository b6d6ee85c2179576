// Registers a sender, or changes who answers its messages and which webhooks it calls.
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction, useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { ComboBox, Switch, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf(
  {
    assistant: 'Assistant that answers',
    nobody: 'None: messages wait for agents',
    messages: 'Webhook for incoming messages',
    receipts: 'Webhook for delivery receipts',
    active: 'Call this webhook',
    register: 'Register',
  },
  {
    assistant: 'Assistent, der antwortet',
    nobody: 'Keiner: Nachrichten warten auf Mitarbeiter',
    messages: 'Webhook für eingehende Nachrichten',
    receipts: 'Webhook für Zustellberichte',
    active: 'Diesen Webhook aufrufen',
    register: 'Registrieren',
  },
)

const none = 0

export function SenderForm({ sender, onClose }: { sender?: Sender; onClose(): void }) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('senders', 'create')
  const { data: assistants = [] } = useRead('assistants', 'listAll')
  const [number, setNumber] = useState('')
  const [name, setName] = useState(sender?.display_name ?? '')
  const [assistant, setAssistant] = useState(sender?.assistant_id ?? none)
  const [messages, setMessages] = useState(sender?.messages_webhook_url ?? '')
  const [areMessagesActive, setMessagesActive] = useState(sender?.is_messages_webhook_active ?? true)
  const [receipts, setReceipts] = useState(sender?.receipts_webhook_url ?? '')
  const [areReceiptsActive, setReceiptsActive] = useState(sender?.is_receipts_webhook_active ?? true)
  const create = useAction('senders', 'create', { onDone: onClose })
  const update = useAction('senders', 'update', { onDone: onClose })
  const { isPending, error } = sender ? update : create
  const submit = () => {
    if (isPending) return
    const fields = {
      display_name: name,
      assistant_id: assistant === none ? null : assistant,
      messages_webhook_url: messages || null,
      is_messages_webhook_active: messages !== '' && areMessagesActive,
      receipts_webhook_url: receipts || null,
      is_receipts_webhook_active: receipts !== '' && areReceiptsActive,
    }
    if (sender) update.mutate({ id: sender.id, ...fields })
    else create.mutate({ phone_number: number.replace(/[\s()-]/g, ''), ...fields })
  }
  const help = (field: string) => <Help text={schemaOf(field).description} />
  return (
    <Form
      onSubmit={submit}
      error={error}
      fields={['phone_number', 'display_name', 'assistant_id', 'messages_webhook_url', 'receipts_webhook_url']}
    >
      {!sender && (
        <TextField
          label={t.number}
          help={help('phone_number')}
          name="phone_number"
          type="tel"
          placeholder="+14155550100"
          value={number}
          onChange={setNumber}
          autoFocus
        />
      )}
      <TextField label={t.name} name="display_name" value={name} onChange={setName} />
      <ComboBox
        label={t.assistant}
        name="assistant_id"
        options={[{ value: none, label: t.nobody }, ...assistants.map(({ id, name: label }) => ({ value: id, label }))]}
        value={assistant}
        onChange={(value) => setAssistant(Number(value))}
      />
      <TextField
        label={t.messages}
        help={help('messages_webhook_url')}
        name="messages_webhook_url"
        inputMode="url"
        value={messages}
        onChange={setMessages}
      />
      {messages !== '' && <Switch label={t.active} isSelected={areMessagesActive} onChange={setMessagesActive} />}
      <TextField
        label={t.receipts}
        help={help('receipts_webhook_url')}
        name="receipts_webhook_url"
        inputMode="url"
        value={receipts}
        onChange={setReceipts}
      />
      {receipts !== '' && <Switch label={t.active} isSelected={areReceiptsActive} onChange={setReceiptsActive} />}
      <FormButtons submit={sender ? t.save : t.register} isPending={isPending} />
    </Form>
  )
}
