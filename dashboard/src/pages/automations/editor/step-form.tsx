// The form of a step: its name, and the fields of its type.
import { useMemo, useState } from 'react'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/page.tsx'
import { renameStep, setInput } from '../flow/edit.ts'
import { branchesOf, type Located } from '../flow/flow.ts'
import { availableAt, triggerExample, usersOf, valuesOf } from '../flow/values.ts'
import { InputFields } from '../forms/input-fields.tsx'
import type { JsonSchema } from '../forms/schema.ts'
import { ExpressionsContext } from '../forms/value-picker.tsx'
import { Described } from '../parts/described.tsx'
import { useNames } from '../parts/names.ts'
import { useEditorState } from './context.ts'
import { errorOf, fieldsOf } from './fault-error.ts'
import { StepActions } from './step-actions.tsx'

const texts = textsOf(
  {
    nameHelp: (name: string) => `Expressions use the result as steps.${name}; renaming the step updates them.`,
    invalidName: 'The name must have 1 to 64 of the characters a to z, 0 to 9 and _.',
    takenName: 'Another step has this name.',
    usedBy: (names: string) => `Its result is used by ${names}.`,
    effects: 'This step sends, spends or changes something every time it runs, including test runs.',
    unknown: 'The type of this step is not known. It can be changed as JSON.',
    branches: 'The steps inside are added on the canvas or in the outline.',
  },
  {
    nameHelp: (name: string) =>
      `Ausdrücke verwenden das Ergebnis als steps.${name}; ein neuer Name des Schritts passt sie an.`,
    invalidName: 'Der Name muss 1 bis 64 der Zeichen a bis z, 0 bis 9 und _ haben.',
    takenName: 'Ein anderer Schritt hat diesen Namen.',
    usedBy: (names: string) => `Sein Ergebnis wird verwendet von ${names}.`,
    effects: 'Dieser Schritt sendet, kostet oder ändert etwas, sooft er läuft, auch in einem Testlauf.',
    unknown: 'Die Art dieses Schritts ist nicht bekannt. Er lässt sich als JSON ändern.',
    branches: 'Die Schritte darin werden auf der Zeichenfläche oder in der Gliederung hinzugefügt.',
  },
)

export function StepForm({ at }: { at: Located }) {
  const t = useTexts(texts)
  const names = useNames()
  const { editor, parts, latestRun, example, mayEdit } = useEditorState()
  const { flow, faults, edit } = editor
  const { path, step } = at
  const type = parts.steps.find((each) => each.type === step.type)
  const schema = type?.input as JsonSchema | undefined
  const error = useMemo(() => errorOf(faults, step.name), [faults, step.name])
  const expressions = useMemo(() => {
    const outputs = new Map(latestRun?.steps.map(({ name, output }) => [name, output]))
    const trigger = triggerExample(flow, latestRun?.trigger ?? example)
    return { values: valuesOf(availableAt(flow, path), { trigger, outputs }), functions: parts.functions }
  }, [flow, path, latestRun, example, parts])
  const users = usersOf(flow, step.name).filter((name) => name !== step.name)
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
          {type && (
            <p className="text-sm text-soft">
              <Described text={type.description} />
            </p>
          )}
        </div>
        {mayEdit && <StepActions at={at} />}
      </div>
      {type?.has_side_effects && <Notice look="warn">{t.effects}</Notice>}
      <NameField key={step.name} at={at} isDisabled={!mayEdit} />
      {users.length > 0 && <p className="-mt-2 text-sm text-soft">{t.usedBy(users.join(', '))}</p>}
      {!schema && <Notice look="warn">{t.unknown}</Notice>}
      {schema && (
        <ExpressionsContext value={expressions}>
          <InputFields
            key={step.name}
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
        </ExpressionsContext>
      )}
      {inner.length > 0 && <p className="text-sm text-soft">{t.branches}</p>}
    </Form>
  )
}

/** The name is changed when the field is left, because other steps refer to it. */
function NameField({ at: { step, path }, isDisabled }: { at: Located; isDisabled: boolean }) {
  const t = useTexts(texts)
  const { editor, located, select } = useEditorState()
  const [name, setName] = useState(step.name)
  const problem = !/^[a-z0-9_]{1,64}$/.test(name)
    ? t.invalidName
    : located.some(({ step: { name: other } }) => other === name && other !== step.name)
      ? t.takenName
      : null
  const finish = () => {
    if (problem !== null || name === step.name) return setName(step.name)
    editor.edit(renameStep(editor.flow, path, name))
    editor.renamed(step.name, name)
    select(name)
  }
  return (
    <TextField
      label={t.name}
      name="name"
      help={t.nameHelp(step.name)}
      value={name}
      onChange={(next) => setName(next.toLowerCase().replaceAll(/[\s-]/g, '_'))}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        finish()
      }}
      validate={() => problem}
      isDisabled={isDisabled}
      isMono
    />
  )
}
