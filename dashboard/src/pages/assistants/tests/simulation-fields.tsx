// The fields of a simulation: what the customer wants, and what is judged afterwards.
import { Plus, X } from 'lucide-react'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { type ConditionRow, conditionRow, type Draft } from './draft.ts'
import type { Condition } from './types.ts'

const texts = textsOf('assistants', 'simulationFields')

interface FieldsProps {
  draft: Draft
  onChange(change: Partial<Draft>): void
}

export function SimulationFields({ draft, onChange }: FieldsProps) {
  const t = useTexts(texts)
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={t.goal}
        help={t.goalHelp}
        name="simulate.goal"
        rows={2}
        isRequired
        value={draft.goal}
        onChange={(goal) => onChange({ goal })}
      />
      <TextField
        label={t.persona}
        help={t.personaHelp}
        name="simulate.persona"
        value={draft.persona}
        onChange={(persona) => onChange({ persona })}
      />
      <TextField
        label={t.lines}
        help={t.linesHelp}
        name="simulate.lines"
        rows={3}
        value={draft.lines}
        onChange={(lines) => onChange({ lines })}
      />
      <TextField
        label={t.turns}
        name="simulate.max_turns"
        className="w-56 max-w-full"
        inputMode="numeric"
        placeholder="8"
        value={draft.turns === undefined ? '' : String(draft.turns)}
        onChange={(text) => onChange({ turns: /^\d+$/.test(text) ? Number(text) : undefined })}
      />
      <Conditions rows={draft.conditions} onChange={(conditions) => onChange({ conditions })} />
    </div>
  )
}

interface ConditionsProps {
  rows: readonly ConditionRow[]
  onChange(rows: ConditionRow[]): void
}

function Conditions({ rows, onChange }: ConditionsProps) {
  const t = useTexts(texts)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-medium">{t.conditions}</legend>
      <p className="text-sm text-soft">{t.conditionsHelp}</p>
      {rows.map((row, index) => (
        <ConditionFields
          key={row.key}
          row={row}
          index={index}
          onChange={(condition) => onChange(rows.map((each) => (each === row ? { ...row, condition } : each)))}
          onRemove={() => onChange(rows.filter((each) => each !== row))}
        />
      ))}
      <div>
        <Button
          icon={Plus}
          onPress={() => onChange([...rows, conditionRow({ name: '', type: 'bool', description: '', expect: true })])}
        >
          {t.add}
        </Button>
      </div>
    </fieldset>
  )
}

interface ConditionFieldsProps {
  row: ConditionRow
  index: number
  onChange(condition: Condition): void
  onRemove(): void
}

function ConditionFields({ row: { condition }, index, onChange, onRemove }: ConditionFieldsProps) {
  const t = useTexts(texts)
  const format = useFormats()
  const name = `evaluation.${index}`
  const { type, expect } = condition
  return (
    <div className="flex flex-wrap items-start gap-3 rounded-lg border p-2.5">
      <TextField
        label={t.name}
        name={`${name}.name`}
        className="w-36 max-w-full"
        isMono
        value={condition.name}
        onChange={(next) => onChange({ ...condition, name: next })}
      />
      <TextField
        label={t.description}
        name={`${name}.description`}
        className="min-w-0 flex-[1_1_14rem]"
        value={condition.description}
        onChange={(description) => onChange({ ...condition, description })}
      />
      <Select
        label={t.type}
        name={`${name}.type`}
        className="w-36"
        value={type}
        options={(['bool', 'string', 'number'] as const).map((value) => ({ value, label: t.types[value] }))}
        onChange={(next) => onChange({ ...condition, type: next, expect: null })}
      />
      {type === 'bool' ? (
        <Select
          label={t.expected}
          name={`${name}.expect`}
          className="w-36"
          value={typeof expect === 'boolean' ? String(expect) : 'any'}
          options={[
            { value: 'true', label: t.yes },
            { value: 'false', label: t.no },
            { value: 'any', label: t.any },
          ]}
          onChange={(next) => onChange({ ...condition, expect: next === 'any' ? null : next === 'true' })}
        />
      ) : (
        <TextField
          label={t.expected}
          name={`${name}.expect`}
          className="w-36"
          placeholder={t.any}
          value={expect == null ? '' : String(expect)}
          onChange={(text) => onChange({ ...condition, expect: expectedValue(type, text) })}
        />
      )}
      <IconButton
        icon={X}
        iconSize={15}
        size="small"
        className="ms-auto"
        label={t.remove(format.number(index + 1))}
        onPress={onRemove}
      />
    </div>
  )
}

function expectedValue(type: Condition['type'], text: string): string | number | null {
  if (text === '') return null
  const number = Number(text.replace(',', '.'))
  return type === 'number' && Number.isFinite(number) ? number : text
}
