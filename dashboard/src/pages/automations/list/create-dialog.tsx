// Creates an automation with a trigger and one step, which is switched off until it is ready.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { useAction, useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { InputFields } from '../forms/input-fields.tsx'
import type { JsonSchema } from '../forms/schema.ts'
import { useNames } from '../parts/names.ts'
import type { StepTypes } from '../parts/types.ts'

const texts = textsOf(
  {
    title: 'New automation',
    trigger: 'Starts when',
    assistant: 'Only events of an assistant',
    all: 'All assistants',
    help: 'It begins with one step and is off until you switch it on.',
  },
  {
    title: 'Neue Automatisierung',
    trigger: 'Startet bei',
    assistant: 'Nur Ereignisse eines Assistenten',
    all: 'Alle Assistenten',
    help: 'Sie beginnt mit einem Schritt und ist aus, bis Sie sie einschalten.',
  },
)

/** A flow needs a step; this one has no effect. */
const firstStep = { name: 'first', type: 'set', input: {} }

export function CreateDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(texts)
  const parts = useRead('automations', 'stepTypes', {}, { isEnabled: isOpen })
  return (
    <Dialog title={t.title} isOpen={isOpen} onClose={onClose}>
      <Loaded query={parts}>{(loaded) => <CreateForm parts={loaded} />}</Loaded>
    </Dialog>
  )
}

function CreateForm({ parts }: { parts: StepTypes }) {
  const t = useTexts(texts)
  const names = useNames()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [type, setType] = useState('call_ended')
  const [input, setInput] = useState<Record<string, unknown>>({})
  const [assistant, setAssistant] = useState(0)
  const assistants = useRead('assistants', 'listAll')
  const create = useAction('automations', 'create', {
    onDone: async ({ automation_id: id }) => {
      await client.automations.update({ id, enabled: false })
      void navigate({ to: '/automations/$id', params: { id }, search: { step: 'first' } })
    },
  })
  const schema = parts.triggers.find((each) => each.type === type)?.input as JsonSchema
  const submit = () => {
    if (create.isPending) return
    const flow = { trigger: { type, input }, steps: [firstStep] }
    create.mutate({ name, flow, ...(assistant > 0 && { assistant_id: assistant }) })
  }
  return (
    <Form onSubmit={submit} error={create.error} fields={['name']}>
      <p className="text-soft">{t.help}</p>
      <TextField label={t.name} name="name" value={name} onChange={setName} autoFocus isRequired />
      <Select
        label={t.trigger}
        options={parts.triggers.map((each) => ({ value: each.type, label: names.type(each.type) }))}
        value={type}
        onChange={(next) => {
          setType(next)
          setInput({})
        }}
      />
      {/* Settings that are not required can be changed later. */}
      <InputFields
        schema={{ ...schema, properties: pick(schema.properties, schema.required) }}
        input={input}
        onChange={(field, value) => setInput({ ...input, [field]: value })}
      />
      <Select
        label={t.assistant}
        options={[
          { value: 0, label: t.all },
          ...(assistants.data ?? []).map((each) => ({ value: each.id, label: each.name })),
        ]}
        value={assistant}
        onChange={(next) => setAssistant(Number(next))}
      />
      <Button type="submit" look="primary" className="self-end" isPending={create.isPending}>
        {t.create}
      </Button>
    </Form>
  )
}

const pick = (properties: Record<string, JsonSchema> = {}, wanted: readonly string[] = []) =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => wanted.includes(name)))
