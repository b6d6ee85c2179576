// The server's messages about one step, as the error of a form.
import { ParleyError } from '#sdk/index.ts'
import type { Fault } from '../flow/faults.ts'

export function errorOf(faults: readonly Fault[], step: string): ParleyError | null {
  const own = faults.filter((fault) => fault.step === step)
  if (own.length === 0) return null
  const errors: Record<string, string[]> = {}
  for (const { field, message } of own) errors[field] = [...(errors[field] ?? []), message]
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
