// The server's messages about a flow with the labels of fields, as the error of a form or as lines of text.
import { ParleyError } from '#sdk/index.ts'
import type { Fault } from '../flow/faults.ts'
import type { Names } from '../parts/names.ts'

/** The setting that `input.headers.accept` is a part of; undefined for the name and the type. */
const settingOf = (field: string): string | undefined => /^input\.(\w+)/.exec(field)?.[1]

export const labelOf = ({ field }: Fault, type: string, names: Names): string | undefined => {
  const setting = settingOf(field)
  return setting === undefined ? undefined : names.field(setting, type)
}

/** The server calls a field by the name that it has in the API. */
export function messageOf(fault: Fault, type: string, names: Names): string {
  const { field, message } = fault
  const label = labelOf(fault, type, names)
  const attribute = field.split('.').slice(1).join('.').replaceAll('_', ' ')
  const start = [`The ${attribute} field`, `The ${attribute}`].find((each) => message.startsWith(`${each} `))
  return label === undefined || start === undefined ? message : `The field “${label}”${message.slice(start.length)}`
}

export function errorOf(faults: readonly Fault[], step: string, type: string, names: Names): ParleyError | null {
  const own = faults.filter((fault) => fault.step === step)
  if (own.length === 0) return null
  const errors: Record<string, string[]> = {}
  for (const fault of own) errors[fault.field] = [...(errors[fault.field] ?? []), messageOf(fault, type, names)]
  return new ParleyError(422, { message: own[0]!.message, errors }, new Headers())
}

/** The names of the fields of an input, and those of the rows of its objects. */
export const fieldsOf = (input: Record<string, unknown>, known: readonly string[]): string[] => [
  'name',
  ...known.map((field) => `input.${field}`),
  ...Object.entries(input).flatMap(([field, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((key) => `input.${field}.${key}`)
      : [],
  ),
]
