// The form of a step: the fields of its type, and its name.
import { useEffect, useMemo, useRef } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/page.tsx'
import { Help } from '../../../ui/values.tsx'
import { setInput } from '../flow/edit.ts'
import { branchesOf, type Located } from '../flow/flow.ts'
import { availableAt, triggerExample, usersOf, valuesOf } from '../flow/values.ts'
import { InputFields } from '../forms/input-fields.tsx'
import type { JsonSchema } from '../forms/schema.ts'
import { ExpressionsContext } from '../forms/value-picker.tsx'
import { useNames } from '../parts/names.ts'
import { useEditorState } from './context.ts'
import { errorOf, fieldsOf } from './labelled-faults.ts'
import { MailNotice } from './mail-notice.tsx'
import { StepActions } from './step-actions.tsx'
import { StepName } from './step-name.tsx'

const texts = textsOf('automations', 'stepForm')

const focusMs = 50
const focusEndsMs = 400

export function StepForm({ at }: { at: Located }) {
  const t = useTexts(texts)
  const names = useNames()
  const { editor, parts, titles, latestRun, example, mayEdit, added, setAdded } = useEditorState()
  const { flow, faults, edit } = editor
  const { path, step } = at
  const type = parts.steps.find((each) => each.type === step.type)
  const schema = type?.input as JsonSchema | undefined
  const error = useMemo(() => errorOf(faults, step.name), [faults, step.name])
  const expressions = useMemo(() => {
    const outputs = new Map(latestRun?.steps.map(({ name, output }) => [name, output]))
    const trigger = triggerExample(flow, example, latestRun?.trigger)
    return { values: valuesOf(availableAt(flow, path), { trigger, outputs }), functions: parts.functions, titles }
  }, [flow, path, latestRun, example, parts, titles])
  const users = usersOf(flow, step.name).filter((name) => name !== step.name)
  const description = names.description(step.type)
  const fields = useRef<HTMLDivElement>(null)
  // The menu from which the step was added gives the focus back, sooner or later.
  useEffect(() => {
    if (added !== step.name) return
    const focus = () => {
      const active = document.activeElement
      if (active !== document.body && !active?.matches('[aria-haspopup], [aria-expanded]')) return
      if (fields.current?.contains(active)) return
      const control = fields.current?.querySelector<HTMLElement>(
        'input:not([type=checkbox], [tabindex="-1"]), textarea',
      )
      const first = control ?? fields.current?.querySelector<HTMLElement>('button')
      first?.focus()
    }
    const timer = setInterval(focus, focusMs)
    const end = setTimeout(() => setAdded(undefined), focusEndsMs)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [added, step.name, setAdded])
  const inner = branchesOf(step.type)
  return (
    <Form
      onSubmit={() => editor.isDirty && void editor.send()}
      error={error}
      fields={fieldsOf(step.input, Object.keys(schema?.properties ?? {}))}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <h2 className="font-semibold">{names.type(step.type)}</h2>
          <p className="text-sm text-soft">{description ?? <Help text={type?.description} />}</p>
        </div>
        {mayEdit && <StepActions at={at} />}
      </div>
      {type?.has_side_effects && <Notice look="warn">{t.effects}</Notice>}
      <MailNotice steps={[step]} />
      {!schema && <Notice look="warn">{t.unknown}</Notice>}
      {schema && (
        <ExpressionsContext value={expressions}>
          <div ref={fields} className="contents">
            <InputFields
              key={step.name}
              type={step.type}
              schema={schema}
              input={step.input}
              prefix="input."
              without={inner}
              expressions={step.type === 'condition' ? ['if'] : []}
              literals={step.type === 'code' ? ['source'] : []}
              isDisabled={!mayEdit}
              onChange={(field, value) =>
                edit(setInput(flow, path, field, value), { step: step.name, field: `input.${field}` })
              }
            />
          </div>
        </ExpressionsContext>
      )}
      <StepName key={`name ${step.name}`} at={at} isDisabled={!mayEdit} />
      {users.length > 0 && (
        <p className="-mt-2 text-sm text-soft">{t.usedBy(users.map((name) => titles.get(name)).join(', '))}</p>
      )}
      {inner.length > 0 && <p className="text-sm text-soft">{t.branches}</p>}
    </Form>
  )
}
