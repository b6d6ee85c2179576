// Names with values, one pair in each row.
import { Braces, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Button, IconButton } from '../../../ui/page.tsx'
import { isSame } from './schema.ts'
import { TextValue } from './text-value.tsx'

const texts = textsOf('automations', 'pairsValue')

export interface PairsValueProps {
  label: string
  name: string
  value: unknown
  onChange(value: unknown): void
  help?: ReactNode
  isDisabled?: boolean
  /** Values are texts even if they look like JSON. */
  areTexts: boolean
}

interface Row {
  name: string
  value: unknown
}

const rowsOf = (value: unknown): Row[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).map(([name, one]) => ({ name, value: one }))
    : []

function objectOf(rows: readonly Row[]): Record<string, unknown> | undefined {
  const named = rows.filter(({ name }) => name !== '')
  return named.length === 0 ? undefined : Object.fromEntries(named.map(({ name, value }) => [name, value ?? '']))
}

export function PairsValue({ label, name, value, onChange, help, isDisabled = false, areTexts }: PairsValueProps) {
  const t = useTexts(texts)
  const [typed, setTyped] = useState(() => rowsOf(value))
  if (typeof value === 'string' || Array.isArray(value))
    return (
      <TextValue
        label={label}
        name={name}
        kind="json"
        value={value}
        onChange={onChange}
        help={help}
        isDisabled={isDisabled}
        tools={
          <IconButton
            icon={Plus}
            iconSize={15}
            size="small"
            label={`${t.asRows}: ${label}`}
            onPress={() => onChange(undefined)}
          />
        }
      />
    )
  const rows = isSame(objectOf(typed), objectOf(rowsOf(value))) ? typed : rowsOf(value)
  const change = (next: Row[]) => {
    setTyped(next)
    onChange(objectOf(next))
  }
  const set = (at: number, part: Partial<Row>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="float-start mb-1 flex w-full items-center text-sm font-medium">
        <span className="grow">{label}</span>
        {!isDisabled && rows.length === 0 && (
          <IconButton
            icon={Braces}
            iconSize={15}
            size="small"
            label={`${t.asText}: ${label}`}
            onPress={() => onChange('{{}}')}
          />
        )}
      </legend>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name of a row changes while it is typed
        <div key={at} className="flex items-start gap-2 rounded-lg bg-sunken p-2">
          <div className="flex min-w-0 grow flex-col gap-2">
            <TextField
              label={t.name}
              value={row.name}
              onChange={(next) => set(at, { name: next })}
              isDisabled={isDisabled}
              isMono
            />
            <TextValue
              label={t.value(row.name)}
              name={`${name}.${row.name}`}
              kind={areTexts ? 'text' : 'json'}
              value={row.value}
              onChange={(next) => set(at, { value: next })}
              isDisabled={isDisabled}
            />
          </div>
          {!isDisabled && (
            <IconButton
              icon={Trash2}
              iconSize={15}
              size="small"
              label={t.remove(row.name)}
              onPress={() => change(rows.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {!isDisabled && (
        <Button size="small" className="self-start" onPress={() => change([...rows, { name: '', value: '' }])}>
          <Plus aria-hidden size={15} />
          {t.add}
          <span className="sr-only">{label}</span>
        </Button>
      )}
      {help !== undefined && <p className="text-sm text-soft">{help}</p>}
    </fieldset>
  )
}
