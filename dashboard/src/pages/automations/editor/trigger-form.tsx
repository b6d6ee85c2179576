// The form of the trigger: what starts the flow, and its settings.
import { useMemo } from 'react'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Select } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Code, type Fact, Facts, Time } from '../../../ui/values.tsx'
import { withField } from '../flow/edit.ts'
import { InputFields } from '../forms/input-fields.tsx'
import type { JsonSchema } from '../forms/schema.ts'
import { Described } from '../parts/described.tsx'
import { useNames } from '../parts/names.ts'
import { useEditorState } from './context.ts'
import { errorOf } from './fault-error.ts'

const texts = textsOf(
  {
    type: 'Starts when',
    url: 'Webhook URL',
    urlHelp: 'A POST request to this URL starts a run. Keep it secret, or set a secret.',
    next: 'Next run',
    assistant: 'Only events of the assistant',
    bound: 'Called by the webhook of the assistant',
  },
  {
    type: 'Startet bei',
    url: 'Webhook-URL',
    urlHelp:
      'Eine POST-Anfrage an diese URL startet einen Lauf. Halten Sie sie geheim, oder legen Sie ein Geheimnis fest.',
    next: 'Nächster Lauf',
    assistant: 'Nur Ereignisse des Assistenten',
    bound: 'Aufgerufen vom Webhook des Assistenten',
  },
)

export function TriggerForm() {
  const t = useTexts(texts)
  const names = useNames()
  const { editor, parts, mayEdit } = useEditorState()
  const { flow, faults, edit, automation } = editor
  const { type, input = {} } = flow.trigger
  const known = parts.triggers.find((each) => each.type === type)
  const schema = (known?.input ?? {}) as JsonSchema
  const error = useMemo(() => errorOf(faults, 'trigger'), [faults])
  const { binding, next_run_at } = automation
  const facts: Fact[] = [
    next_run_at && [t.next, <Time key="next" at={next_run_at} />],
    binding && [t.assistant, `#${binding.assistant_id}`],
    binding?.webhook && [t.bound, binding.webhook],
  ]
  return (
    <Form onSubmit={() => editor.isDirty && void editor.send()} error={error}>
      <div>
        <h2 className="font-semibold">{t.trigger}</h2>
        {known && (
          <p className="text-sm text-soft">
            <Described text={known.description} />
          </p>
        )}
      </div>
      <Select
        label={t.type}
        name="type"
        isDisabled={!mayEdit}
        options={parts.triggers.map((each) => ({ value: each.type, label: names.type(each.type) }))}
        value={type}
        onChange={(next) => edit({ ...flow, trigger: { type: next, input: {} } }, { step: 'trigger', field: 'type' })}
      />
      {type === 'webhook' && (
        <div>
          <p className="mb-1 text-sm font-medium">{t.url}</p>
          <Code text={automation.webhook_url} label={t.url} />
          <p className="mt-1 text-sm text-soft">{t.urlHelp}</p>
        </div>
      )}
      <InputFields
        key={type}
        schema={schema}
        input={input}
        prefix="input."
        isDisabled={!mayEdit}
        onChange={(field, value) =>
          edit(
            { ...flow, trigger: { type, input: withField(input, field, value) } },
            { step: 'trigger', field: `input.${field}` },
          )
        }
      />
      {facts.some(Boolean) && <Facts facts={facts} />}
    </Form>
  )
}
