// The form that changes a lead.
import { useState } from 'react'
import { type ReplyFrom, useAction } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import { say } from '../../../ui/overlays.tsx'
import { wordTexts } from '../words.ts'
import { VariableFields } from './variable-fields.tsx'

const texts = textsOf(
  {
    keep: 'Unchanged',
    statusHelp: 'A lead that becomes “waiting” is contacted again.',
    timeZone: 'Time zone of the person',
    requested: 'The person has asked to be contacted',
  },
  {
    keep: 'Unverändert',
    statusHelp: 'Ein Lead, der wieder „wartet“, wird erneut kontaktiert.',
    timeZone: 'Zeitzone der Person',
    requested: 'Die Person hat um Kontakt gebeten',
  },
)

const statuses = ['created', 'completed', 'reached-max-retries'] as const
type NewStatus = (typeof statuses)[number]

export function EditLead({ lead, onDone }: { lead: ReplyFrom<'leads', 'get'>; onDone(): void }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const [number, setNumber] = useState(lead.phone_number)
  const [status, setStatus] = useState<NewStatus | 'keep'>('keep')
  const [timeZone, setTimeZone] = useState(lead.timezone ?? '')
  const [isRequested, setRequested] = useState(lead.requested)
  const [variables, setVariables] = useState(lead.variables)
  const update = useAction('leads', 'update', {
    changes: ['campaigns'],
    onDone: ({ message }) => {
      say(message)
      onDone()
    },
  })
  const submit = () => {
    if (update.isPending) return
    update.mutate({
      id: lead.id,
      variables,
      requested: isRequested,
      timezone: timeZone.trim() === '' ? null : timeZone.trim(),
      ...(number !== lead.phone_number && { phone_number: number }),
      ...(status !== 'keep' && { status }),
    })
  }
  return (
    <Form onSubmit={submit} error={update.error} fields={['phone_number', 'status', 'timezone']}>
      <TextField name="phone_number" label={t.number} type="tel" value={number} onChange={setNumber} autoFocus />
      <Select
        name="status"
        label={t.status}
        help={t.statusHelp}
        options={[
          { value: 'keep' as NewStatus | 'keep', label: t.keep },
          ...statuses.map((value) => ({ value, label: words.leadStatuses[value] })),
        ]}
        value={status}
        onChange={(next) => setStatus(next)}
      />
      <TextField name="timezone" label={t.timeZone} value={timeZone} onChange={setTimeZone} maxLength={64} />
      <Checkbox label={t.requested} isSelected={isRequested} onChange={setRequested} />
      <VariableFields names={[]} values={variables} onChange={setVariables} />
      <FormButtons isPending={update.isPending} onCancel={onDone} />
    </Form>
  )
}
