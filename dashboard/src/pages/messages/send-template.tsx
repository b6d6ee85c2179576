// Sends an approved template, with a value for each of its placeholders.
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type InputOf, useRead, useSendOnce } from '../../api/query.ts'
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { ComboBox, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useMessagesAddress } from './address.ts'
import { PhonePreview } from './phone-preview.tsx'
import { SentNotice, sentAreas } from './sent-notice.tsx'
import type { Template } from './template-status.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf(
  {
    template: 'Template',
    customer: 'Name of the customer',
    none: 'This sender has no approved template yet',
    noneText: 'Create a template; once the channel has approved it, it can be sent here.',
  },
  {
    template: 'Vorlage',
    customer: 'Name des Kunden',
    none: 'Dieser Absender hat noch keine genehmigte Vorlage',
    noneText: 'Legen Sie eine Vorlage an; sobald der Kanal sie genehmigt hat, lässt sie sich hier senden.',
  },
)

interface SendTemplateProps {
  sender: Sender
  phone: string
  onSend(): void
}

export function SendTemplate({ sender, phone, onSend }: SendTemplateProps) {
  const t = useTexts(texts)
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
  const t = useTexts(texts)
  const [{ template: wanted }, change] = useMessagesAddress()
  const [customer, setCustomer] = useState('')
  const [values, setValues] = useState<Record<string, string>>({})
  const template = templates.find(({ id }) => id === wanted) ?? templates[0]!
  const send = useSendOnce(
    (input: InputOf<'messages', 'sendTemplate'>, options) => client.messages.sendTemplate(input, options),
    sentAreas,
  )
  const submit = () => {
    if (send.isPending) return
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
    <Form onSubmit={submit} error={send.error} fields={['recipient_name', 'template_id']}>
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
      <FormButtons submit={t.send} isPending={send.isPending} isDisabled={phone === ''} />
      <PhonePreview
        sender={sender.display_name}
        body={template.body_text}
        parts={template.parts}
        fill={(number) => values[template.variables[number - 1] ?? '']}
      />
    </Form>
  )
}
