// Holding input against its schema: habits applied, every fault as a sentence under its field.
import type { z } from 'zod'
import { createCoerce, type InvalidText } from './coerce.ts'
import { attributeName, fieldOf, meantIssues, messageFor } from './messages.ts'

/** More would be of no use to the caller, and the answer has to stay small. */
const maxSentences = 100

/** Dotted field to its sentences, in the order they were found; at most 100 sentences. */
export type FieldErrors = Record<string, string[]>

/** `sound` holds the fields without a fault, should somebody want to find what else is wrong. */
export type ValidationResult<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors; valid: Partial<T> }

export type Validator<T> = (raw: unknown) => ValidationResult<T>

/** Compiles a schema once; the returned check may be called for every request. */
export function createValidator<S extends z.ZodType>(schema: S): Validator<z.output<S>> {
  const habit = createCoerce(schema)
  return (raw) => {
    const unwritable: InvalidText[] = []
    const input = habit(raw, [], unwritable)
    const parsed = schema.safeParse(input, { reportInput: true })
    if (parsed.success && unwritable.length === 0) return { ok: true, value: parsed.data }
    const unwritablePaths = new Set(unwritable.map(({ path }) => keyOf(path)))
    const issues = (parsed.error?.issues ?? [])
      .flatMap(meantIssues)
      .filter(({ path }) => !unwritablePaths.has(keyOf(path)))
    const errors: FieldErrors = {}
    let left = maxSentences
    for (const { path } of unwritable.slice(0, left))
      left -= add(errors, path, `The ${attributeName(path)} format is invalid.`)
    for (const issue of issues.slice(0, left)) left -= add(errors, issue.path, messageFor(issue, schema))
    const faulty = new Set([...unwritable, ...issues].map(({ path }) => String(path[0])))
    return { ok: false, errors, valid: withoutFields(input, faulty) as Partial<z.output<S>> }
  }
}

const keyOf = (path: readonly PropertyKey[]): string => path.map(String).join('\u0000')

function withoutFields(input: unknown, names: ReadonlySet<string>): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {}
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)))
}

/** How many sentences were added: none when the field has this one already. */
function add(errors: FieldErrors, path: readonly PropertyKey[], sentence: string): number {
  const field = fieldOf(path)
  const sentences = Object.hasOwn(errors, field) ? errors[field]! : []
  if (sentences.includes(sentence)) return 0
  sentences.push(sentence)
  Object.defineProperty(errors, field, { value: sentences, enumerable: true, configurable: true, writable: true })
  return 1
}

/** The first sentence, and how many more there are. */
export function summarizeErrors(errors: FieldErrors): string {
  const sentences = Object.values(errors).flat()
  const more = sentences.length - 1
  if (more <= 0) return sentences[0] ?? 'The given data was invalid.'
  return `${sentences[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`
}
