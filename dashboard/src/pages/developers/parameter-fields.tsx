// The parameters of a tool as a form. Keywords of JSON Schema that the form does not show are kept.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Checkbox, Select, TextField } from '../../ui/fields.tsx'
import { Button, IconButton } from '../../ui/page.tsx'

const texts = textsOf('developers', 'parameterFields')

type Property = Record<string, unknown>

export type ParameterSchema = Record<string, unknown> & {
  properties?: Record<string, Property>
  required?: string[]
}

export const emptySchema: ParameterSchema = { type: 'object', properties: {} }

interface Parameter {
  /** Keeps its place in the form while its name is typed. */
  key: number
  name: string
  isRequired: boolean
  property: Property
}

let lastKey = 0
const parametersOf = ({ properties = {}, required = [] }: ParameterSchema): Parameter[] =>
  Object.entries(properties).map(([name, property]) => ({
    key: ++lastKey,
    name,
    isRequired: required.includes(name),
    property,
  }))

function schemaOf(original: ParameterSchema, parameters: readonly Parameter[]): ParameterSchema {
  const named = parameters.filter(({ name }) => name !== '')
  const { required: _, ...rest } = original
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, property }) => [name, property])),
    ...(required.length > 0 && { required }),
  }
}

export function ParameterFields({
  schema,
  onChange,
}: {
  schema: ParameterSchema
  onChange(schema: ParameterSchema): void
}) {
  const t = useTexts(texts)
  const [parameters, setParameters] = useState(() => parametersOf(schema))
  const set = (next: readonly Parameter[]) => {
    setParameters([...next])
    onChange(schemaOf(schema, next))
  }
  const added = () => ({ key: ++lastKey, name: '', isRequired: true, property: { type: 'string' } })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 text-sm font-medium">{t.parameters}</legend>
      <p className="text-sm text-soft">{t.help}</p>
      {parameters.map((parameter) => (
        <ParameterCard
          key={parameter.key}
          parameter={parameter}
          onChange={(next) => set(parameters.map((each) => (each.key === next.key ? next : each)))}
          onRemove={() => set(parameters.filter(({ key }) => key !== parameter.key))}
        />
      ))}
      <div>
        <Button icon={Plus} size="small" onPress={() => set([...parameters, added()])}>
          {t.add}
        </Button>
      </div>
    </fieldset>
  )
}

interface ParameterCardProps {
  parameter: Parameter
  onChange(parameter: Parameter): void
  onRemove(): void
}

function ParameterCard({ parameter, onChange, onRemove }: ParameterCardProps) {
  const t = useTexts(texts)
  const { name, isRequired, property } = parameter
  const { type, description, enum: values } = property
  const [listed, setListed] = useState(() => (Array.isArray(values) ? values.join(', ') : ''))
  const set = (part: Property) => {
    const next = Object.entries({ ...property, ...part }).filter(([, value]) => value !== undefined)
    onChange({ ...parameter, property: Object.fromEntries(next) })
  }
  const isKnown = typeof type === 'string' && Object.hasOwn(t.types, type)
  const current = isKnown ? type : JSON.stringify(type ?? null)
  const types = Object.entries(t.types).map(([value, label]) => ({ value, label }))
  return (
    <div className="grid gap-3 rounded-lg border p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_9rem_auto] items-end gap-2">
        <TextField label={t.name} isMono value={name} onChange={(next) => onChange({ ...parameter, name: next })} />
        <Select
          label={t.type}
          options={isKnown ? types : [...types, { value: current, label: t.other(current) }]}
          value={current}
          onChange={(next: string) => next !== current && set({ type: next, enum: undefined })}
        />
        <IconButton icon={X} label={t.remove(name)} onPress={onRemove} />
      </div>
      <TextField
        label={t.description}
        value={typeof description === 'string' ? description : ''}
        onChange={(next) => set({ description: next === '' ? undefined : next })}
      />
      {type === 'string' && (
        <TextField
          label={t.values}
          value={listed}
          onChange={(next) => {
            setListed(next)
            const parts = next
              .split(',')
              .map((part) => part.trim())
              .filter((part) => part !== '')
            set({ enum: parts.length > 0 ? parts : undefined })
          }}
        />
      )}
      <Checkbox
        label={t.required}
        isSelected={isRequired}
        onChange={(next) => onChange({ ...parameter, isRequired: next })}
      />
    </div>
  )
}
