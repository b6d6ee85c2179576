// Registers a sender, or changes who answers its messages and which webhooks it calls.
import { useAction, useRead } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { ComboBox, Switch, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf(
  {
    assistant: 'Assistant that answers',
    nobody: 'None: messages wait for agents',
    messages: 'Webhook for incoming messages',
    receipts: 'Webhook for delivery receipts',
    active: 'Call this webhook',
    register: 'Register',
    numberHelp: 'With its country code. Spaces and hyphens are ignored.',
    messagesHelp: 'An address of your own system that is called for every message from a customer. Optional.',
    receiptsHelp: 'An address of your own system that is called when a message is sent, delivered or read. Optional.',
  },
  {
    assistant: 'Assistent, der antwortet',
    nobody: 'Keiner: Nachrichten warten auf Mitarbeiter',
    messages: 'Webhook für eingehende Nachrichten',
    receipts: 'Webhook für Zustellberichte',
    active: 'Diesen Webhook aufrufen',
    register: 'Registrieren',
    numberHelp: 'Mit Landesvorwahl. Leerzeichen und Bindestriche werden ignoriert.',
    messagesHelp: 'Eine Adresse Ihres eigenen Systems, die bei jeder Nachricht eines Kunden aufgerufen wird. Optional.',
    receiptsHelp:
      'Eine Adresse Ihres eigenen Systems, die aufgerufen wird, wenn eine Nachricht gesendet, zugestellt oder gelesen wurde. Optional.',
  },
)

const none = 0

export function SenderForm({ sender, onClose }: { sender?: Sender; onClose(): void }) {
  const t = useTexts(texts)
  const { data: assistants = [] } = useRead('assistants', 'listAll')
  const { values, field, toggle } = useFields({
    phone_number: '',
    display_name: sender?.display_name ?? '',
    assistant_id: sender?.assistant_id ?? none,
    messages_webhook_url: sender?.messages_webhook_url ?? '',
    is_messages_webhook_active: sender?.is_messages_webhook_active ?? true,
    receipts_webhook_url: sender?.receipts_webhook_url ?? '',
    is_receipts_webhook_active: sender?.is_receipts_webhook_active ?? true,
  })
  const { phone_number: number, messages_webhook_url: messages, receipts_webhook_url: receipts } = values
  const create = useAction('senders', 'create', { onDone: onClose })
  const update = useAction('senders', 'update', { onDone: onClose })
  const submit = () => {
    const fields = {
      display_name: values.display_name,
      assistant_id: values.assistant_id === none ? null : values.assistant_id,
      messages_webhook_url: messages || null,
      is_messages_webhook_active: messages !== '' && values.is_messages_webhook_active,
      receipts_webhook_url: receipts || null,
      is_receipts_webhook_active: receipts !== '' && values.is_receipts_webhook_active,
    }
    if (sender) update.mutate({ id: sender.id, ...fields })
    else create.mutate({ phone_number: number.replace(/[\s()-]/g, ''), ...fields })
  }
  return (
    <Form onSubmit={submit} action={sender ? update : create}>
      {!sender && (
        <TextField
          {...field('phone_number')}
          label={t.number}
          help={t.numberHelp}
          type="tel"
          placeholder="+14155550100"
          autoFocus
        />
      )}
      <TextField {...field('display_name')} label={t.name} />
      <ComboBox
        {...field('assistant_id')}
        label={t.assistant}
        options={[{ value: none, label: t.nobody }, ...assistants.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <TextField {...field('messages_webhook_url')} label={t.messages} help={t.messagesHelp} inputMode="url" />
      {messages !== '' && <Switch {...toggle('is_messages_webhook_active')} label={t.active} />}
      <TextField {...field('receipts_webhook_url')} label={t.receipts} help={t.receiptsHelp} inputMode="url" />
      {receipts !== '' && <Switch {...toggle('is_receipts_webhook_active')} label={t.active} />}
      <FormButtons submit={sender ? t.save : t.register} />
    </Form>
  )
}
