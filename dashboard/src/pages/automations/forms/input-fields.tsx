// The fields of an input that a JSON schema describes.
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, Switch } from '../../../ui/fields.tsx'
import { Help } from '../../../ui/values.tsx'
import { useNames } from '../parts/names.ts'
import { ConditionInput } from './condition-input.tsx'
import { DurationValue } from './duration-value.tsx'
import { PairsValue } from './pairs-value.tsx'
import { isRecord, RecordValue } from './record-value.tsx'
import { type JsonSchema, kindOf } from './schema.ts'
import { TextValue } from './text-value.tsx'

const texts = textsOf('automations', 'inputFields')

export interface InputFieldsProps {
  schema: JsonSchema
  input: Record<string, unknown>
  onChange(field: string, value: unknown): void
  /** Such as `input.`; the server's names of the fields begin with it. */
  prefix?: string
  /** The trigger or step, whose fields have texts of their own. */
  type?: string
  /** Fields that are edited elsewhere. */
  without?: readonly string[]
  /** Fields that are a condition. */
  expressions?: readonly string[]
  /** Fields in which braces have no meaning. */
  literals?: readonly string[]
  isDisabled?: boolean
}

export function InputFields({ schema, without = [], ...props }: InputFieldsProps) {
  const fields = Object.entries(schema.properties ?? {}).filter(([field]) => !without.includes(field))
  return fields.map(([field, own]) => (
    <InputField
      key={field}
      {...props}
      field={field}
      schema={own}
      isRequired={schema.required?.includes(field) ?? false}
    />
  ))
}

interface InputFieldProps extends Omit<InputFieldsProps, 'without'> {
  field: string
  isRequired: boolean
}

function InputField({
  field,
  schema,
  input,
  onChange,
  type,
  prefix = '',
  expressions = [],
  literals = [],
  isRequired,
  isDisabled = false,
}: InputFieldProps) {
  const t = useTexts(texts)
  const names = useNames()
  const kind = kindOf(schema)
  const name = names.field(field, type)
  const label = isRequired || kind === 'switch' ? name : t.optional(name)
  const own = names.help(field, type)
  // Settings that this page does not know are explained by the reference, in English.
  const reference = own === undefined && (type === undefined || !names.isKnown(type)) ? schema.description : undefined
  const help = [own, kind === 'lines' && t.lines].filter(Boolean).join(' ')
  const value = input[field]
  const common = {
    label,
    name: `${prefix}${field}`,
    value,
    onChange: (next: unknown) => onChange(field, next),
    isDisabled,
    ...(help !== '' && { help }),
    ...(reference !== undefined && { help: <Help text={reference} /> }),
  }
  if (isRecord(field))
    return <RecordValue {...common} kind={kind} field={field} input={input} isRequired={isRequired} />
  if (kind === 'pairs') return <PairsValue {...common} areTexts={schema.additionalProperties?.type === 'string'} />
  if (kind === 'switch')
    return <Switch {...common} isSelected={value === true} onChange={(isOn) => onChange(field, isOn || undefined)} />
  if (kind === 'choice' && (value === undefined || schema.enum!.includes(value as string)))
    return (
      <Select
        {...common}
        options={[
          ...(isRequired ? [] : [{ value: '', label: t.none }]),
          ...schema.enum!.map((each) => ({ value: each, label: names.choice(field, String(each)) })),
        ]}
        value={(value as string | undefined) ?? null}
        placeholder={t.none}
        onChange={(next) => onChange(field, next === '' ? undefined : next)}
      />
    )
  if (expressions.includes(field)) return <ConditionInput {...common} kind="text" />
  if (type === 'delay' && field === 'seconds') return <DurationValue {...common} kind={kind} />
  return (
    <TextValue
      {...common}
      kind={kind === 'choice' ? 'text' : kind}
      isRequired={isRequired}
      isLiteral={literals.includes(field)}
    />
  )
}
