// The server's messages about a flow with the fields that they are about, as the error of a form or for lines of text.
import { ParleyError } from '#sdk/index.ts'
import type { ShownField } from '../../../messages/page-message.ts'
import type { Fault } from '../flow/faults.ts'
import type { Names } from '../parts/names.ts'

/** The setting that `input.headers.accept` is a part of; undefined for the name and the type. */
const settingOf = (field: string): string | undefined => /^input\.(\w+)/.exec(field)?.[1]

export function shownField({ field }: Fault, type: string, names: Names): ShownField | undefined {
  const name = settingOf(field)
  return name === undefined ? undefined : { label: names.field(name, type), name }
}

export function errorOf(faults: readonly Fault[], step: string): ParleyError | null {
  const own = faults.filter((fault) => fault.step === step)
  if (own.length === 0) return null
  const errors: Record<string, string[]> = {}
  for (const fault of own) errors[fault.field] = [...(errors[fault.field] ?? []), fault.message]
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
