// Lists of records inside an assistant: values of the evaluation, variables and filler words.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, Switch, TextField } from '../../../ui/fields.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { useEditor, useFieldText } from './editor-context.tsx'
import { enumTexts } from './enum-texts.ts'
import { ListInput } from './list-input.tsx'
import { Group, Messages } from './messages.tsx'
import type { PickerProps } from './reference-pickers.tsx'

const texts = textsOf('assistant-editor', 'tableInputs')

export function EvaluationInput({ label, help }: PickerProps) {
  const t = useTexts(texts)
  const types = useTexts(enumTexts).valueType
  const textOf = useFieldText()
  const { value, set, isReadOnly } = useEditor()
  const fields = value('post_call_schema')
  const replace = (at: number, ...items: typeof fields) => set('post_call_schema', fields.toSpliced(at, 1, ...items))
  return (
    <Group label={label} help={help}>
      <Messages path="post_call_schema" />
      {fields.map((field, at) => {
        const parts = (name: 'name' | 'type' | 'description') => ({
          label: textOf(`post_call_schema.${name}`).label,
          name: `post_call_schema.${at}.${name}`,
          isDisabled: isReadOnly,
        })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed is no identity
          <div key={at} className="flex flex-wrap items-start gap-3 rounded-lg border p-3">
            <TextField
              {...parts('name')}
              isMono
              value={field.name}
              onChange={(name) => replace(at, { ...field, name })}
              className="w-44"
            />
            <Select
              {...parts('type')}
              options={Object.entries(types).map(([type, name]) => ({ value: type as typeof field.type, label: name }))}
              value={field.type}
              onChange={(type) => replace(at, { ...field, type })}
              className="w-36"
            />
            <TextField
              {...parts('description')}
              value={field.description}
              onChange={(description) => replace(at, { ...field, description })}
              className="min-w-52 grow"
            />
            {!isReadOnly && (
              <IconButton icon={Trash2} label={t.removeValue(at + 1)} onPress={() => replace(at)} className="mt-6" />
            )}
          </div>
        )
      })}
      {!isReadOnly && (
        <Button
          icon={Plus}
          size="small"
          className="self-start"
          onPress={() => set('post_call_schema', [...fields, { name: '', type: 'string', description: '' }])}
        >
          {t.addValue}
        </Button>
      )}
    </Group>
  )
}

type Row = readonly [name: string, value: string]

export function VariablesInput({ label, help }: PickerProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const variables = value('variables')
  const [rows, setRows] = useState<readonly Row[]>(() => Object.entries(variables))
  const known = JSON.stringify(Object.fromEntries(rows))
  // The variables were changed elsewhere, for example by discarding all changes.
  const shown = known === JSON.stringify(variables) || isSameSet(rows, variables) ? rows : Object.entries(variables)
  const change = (next: readonly Row[]) => {
    setRows(next)
    set('variables', Object.fromEntries(next))
  }
  const replace = (at: number, ...items: Row[]) => change(shown.toSpliced(at, 1, ...items))
  return (
    <Group label={label} help={help}>
      <Messages path="variables" />
      {shown.map(([name, text], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed is no identity
        <div key={at} className="flex flex-wrap items-start gap-3">
          <TextField
            label={t.name}
            isMono
            value={name}
            onChange={(next) => replace(at, [next, text])}
            isDisabled={isReadOnly}
            className="w-48"
            {...(shown.some(([other], index) => index > at && other === name) && { help: t.same })}
          />
          <TextField
            label={t.byDefault}
            name={`variables.${name}`}
            value={text}
            onChange={(next) => replace(at, [name, next])}
            isDisabled={isReadOnly}
            className="min-w-52 grow"
          />
          {!isReadOnly && (
            <IconButton icon={Trash2} label={t.removeVariable(name)} onPress={() => replace(at)} className="mt-6" />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button icon={Plus} size="small" className="self-start" onPress={() => change([...shown, ['', '']])}>
          {t.addVariable}
        </Button>
      )}
    </Group>
  )
}

const isSameSet = (rows: readonly Row[], variables: Record<string, string>): boolean => {
  const own = Object.fromEntries(rows)
  const names = Object.keys(own)
  return names.length === Object.keys(variables).length && names.every((name) => own[name] === variables[name])
}

/** Null allows all variables, which an empty list does not. */
export function VisitorVariablesInput({ label, help }: PickerProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const names = value('visitor_variables')
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label={t.restrict}
        isSelected={names !== null}
        onChange={(isOn) => set('visitor_variables', isOn ? [] : null)}
        isDisabled={isReadOnly}
      />
      {names ? (
        <ListInput
          label={label}
          help={help}
          path="visitor_variables"
          values={names}
          isMono
          onChange={(next) => set('visitor_variables', next)}
        />
      ) : (
        <p className="text-sm text-soft">{help}</p>
      )}
    </div>
  )
}

const kinds = ['positive', 'negative', 'question', 'neutral'] as const

export function FillersInput({ label, help }: PickerProps) {
  const textOf = useFieldText()
  const { value, set } = useEditor()
  const config = value('filler_config')
  return (
    <Group label={label} help={help}>
      <div className="grid gap-5 sm:grid-cols-2">
        {kinds.map((kind) => {
          const text = textOf(`filler_config.${kind}`)
          return (
            <ListInput
              key={kind}
              label={text.label}
              help={text.help}
              path={`filler_config.${kind}`}
              values={config[kind]}
              max={text.schema.maxItems}
              onChange={(words) => set('filler_config', { ...config, [kind]: words })}
            />
          )
        })}
      </div>
    </Group>
  )
}
