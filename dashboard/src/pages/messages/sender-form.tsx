// Registers a sender, or changes who answers its messages and which webhooks it calls.
import { useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ComboBox, Switch, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf('messages', 'senderForm')

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
