// Validates input against its schema: coerces it first, and reports every error as a message under its field.
import type { z } from 'zod'
import { counted } from '#server/platform/text/counted.ts'
import { createCoerce, type InvalidText } from './coerce.ts'
import { attributeName, fieldOf, issuesOfIntendedAlternative, messageFor } from './messages.ts'

/** Limits the size of the response. */
const maxMessages = 100

/** Messages by dotted field name, in the order in which they were found. */
export type FieldErrors = Record<string, string[]>

/** `valid` holds the fields without an error, for further checks. */
export type ValidationResult<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors; valid: Partial<T> }

export type Validator<T> = (raw: unknown) => ValidationResult<T>

/** Compiles a schema once, for use with every request. */
export function createValidator<S extends z.ZodType>(schema: S): Validator<z.output<S>> {
  const coerce = createCoerce(schema)
  return (raw) => {
    const invalidTexts: InvalidText[] = []
    const input = coerce(raw, [], invalidTexts)
    const parsed = schema.safeParse(input, { reportInput: true })
    if (parsed.success && invalidTexts.length === 0) return { ok: true, value: parsed.data }
    const invalidTextPaths = new Set(invalidTexts.map(({ path }) => keyOf(path)))
    const issues = (parsed.error?.issues ?? [])
      .flatMap(issuesOfIntendedAlternative)
      .filter(({ path }) => !invalidTextPaths.has(keyOf(path)))
    const errors: FieldErrors = {}
    let left = maxMessages
    for (const { path } of invalidTexts.slice(0, left))
      left -= add(errors, path, `The ${attributeName(path)} format is invalid.`)
    for (const issue of issues.slice(0, left)) left -= add(errors, issue.path, messageFor(issue, schema))
    const invalidFields = new Set([...invalidTexts, ...issues].map(({ path }) => String(path[0])))
    return { ok: false, errors, valid: withoutFields(input, invalidFields) as Partial<z.output<S>> }
  }
}

const keyOf = (path: readonly PropertyKey[]): string => path.map(String).join('\u0000')

function withoutFields(input: unknown, names: ReadonlySet<string>): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {}
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)))
}

/** Returns the number of messages added: 0 if the field already has this one, else 1. */
function add(errors: FieldErrors, path: readonly PropertyKey[], message: string): number {
  const field = fieldOf(path)
  const messages = Object.hasOwn(errors, field) ? errors[field]! : []
  if (messages.includes(message)) return 0
  messages.push(message)
  Object.defineProperty(errors, field, { value: messages, enumerable: true, configurable: true, writable: true })
  return 1
}

/** The first message, and the number of the others. */
export function summarizeErrors(errors: FieldErrors): string {
  const messages = Object.values(errors).flat()
  const more = messages.length - 1
  if (more <= 0) return messages[0] ?? 'The given data was invalid.'
  return `${messages[0]} (and ${counted(more, 'more error')})`
}
