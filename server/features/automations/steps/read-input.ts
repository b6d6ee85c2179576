// Checks and coerces the input of a step or a trigger, as the input of requests.
import type { z } from 'zod'
import { InvalidInput } from '#server/platform/refusal.ts'
import { createValidator, type FieldErrors, type Validator } from '#server/platform/validation/validate.ts'

type Input = Record<string, unknown>

const validators = new WeakMap<z.ZodObject, Validator<Input>>()

function validate(schema: z.ZodObject, input: Input): ReturnType<Validator<Input>> {
  let validator = validators.get(schema)
  if (!validator) {
    validator = createValidator(schema)
    validators.set(schema, validator)
  }
  return validator(input)
}

/** Throws `InvalidInput`. */
export function readInput(schema: z.ZodObject, input: Input): Input {
  const result = validate(schema, input)
  if (!result.ok) throw new InvalidInput(result.errors)
  return result.value
}

/**
 * The errors of the input before references are replaced. Fields with references are checked when the step runs. Double
 * braces in `withoutReferences` are no references.
 */
export function errorsOfDefinition(
  schema: z.ZodObject,
  input: Input,
  withoutReferences: readonly string[],
): FieldErrors {
  const unknown = Object.keys(input)
    .filter((field) => !Object.hasOwn(schema.shape, field))
    .map((field) => [field, [`The field ${field.slice(0, 64)} is not known.`]] as const)
  const result = validate(schema, input)
  const known = Object.entries(result.ok ? {} : result.errors).filter(([path]) => {
    const field = path.split('.')[0]!
    return withoutReferences.includes(field) || !hasReference(input[field])
  })
  return Object.fromEntries([...unknown, ...known])
}

function hasReference(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{{')
  return typeof value === 'object' && value !== null && Object.values(value).some(hasReference)
}
