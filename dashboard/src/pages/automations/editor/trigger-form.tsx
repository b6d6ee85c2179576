// The form of the trigger: what starts the flow, and its settings.
import { useMemo } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { type Fact, Facts, Help, Time } from '../../../ui/values.tsx'
import { withField } from '../flow/edit.ts'
import { InputFields } from '../forms/input-fields.tsx'
import type { JsonSchema } from '../forms/schema.ts'
import { useNames } from '../parts/names.ts'
import { useEditorState } from './context.ts'
import { errorOf } from './labelled-faults.ts'
import { Request } from './request.tsx'

const texts = textsOf('automations', 'triggerForm')

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
        <p className="text-sm text-soft">{names.description(type) ?? <Help text={known?.description} />}</p>
      </div>
      <Select
        label={t.type}
        name="type"
        isDisabled={!mayEdit}
        options={parts.triggers.map((each) => ({ value: each.type, label: names.type(each.type) }))}
        value={type}
        onChange={(next) => edit({ ...flow, trigger: { type: next, input: {} } }, { step: 'trigger', field: 'type' })}
      />
      {type === 'webhook' && <Request />}
      <InputFields
        key={type}
        type={type}
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
