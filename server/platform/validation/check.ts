// Holding input against its schema: habits applied, every fault as a sentence under its field.
import type { z } from 'zod'
import { habitOf, type Unwritable } from './habits.ts'
import { attributeOf, meantIssues, sentenceFor } from './sentences.ts'

/** Dotted field to its sentences, in the order they were found. */
export type FieldErrors = Record<string, string[]>

/** `sound` holds the fields without a fault, should somebody want to find what else is wrong. */
export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors; sound: Partial<T> }

export type Check<T> = (raw: unknown) => Checked<T>

/** Compiles a schema once; the returned check may be called for every request. */
export function checkOf<S extends z.ZodType>(schema: S): Check<z.output<S>> {
  const habit = habitOf(schema)
  return (raw) => {
    const unwritable: Unwritable[] = []
    const input = habit(raw, [], unwritable)
    const parsed = schema.safeParse(input, { reportInput: true })
    if (parsed.success && unwritable.length === 0) return { ok: true, value: parsed.data }
    const errors: FieldErrors = {}
    for (const { path } of unwritable) add(errors, path, `The ${attributeOf(path)} format is invalid.`)
    for (const issue of (parsed.error?.issues ?? []).flatMap(meantIssues)) {
      if (!unwritable.some(({ path }) => samePath(path, issue.path)))
        add(errors, issue.path, sentenceFor(issue, schema))
    }
    return { ok: false, errors, sound: soundFields(input, errors) as Partial<z.output<S>> }
  }
}

function soundFields(input: unknown, errors: FieldErrors): Record<string, unknown> {
  if (input === null || typeof input !== 'object') return {}
  const faulty = new Set(Object.keys(errors).map((field) => field.split('.', 1)[0]))
  return Object.fromEntries(Object.entries(input).filter(([name]) => !faulty.has(name)))
}

function add(errors: FieldErrors, path: readonly PropertyKey[], sentence: string): void {
  const field = path.map(String).join('.')
  const sentences = Object.hasOwn(errors, field) ? errors[field]! : []
  if (!sentences.includes(sentence)) sentences.push(sentence)
  Object.defineProperty(errors, field, { value: sentences, enumerable: true, configurable: true, writable: true })
}

const samePath = (a: readonly PropertyKey[], b: readonly PropertyKey[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index])

/** The first sentence, and how many more there are. */
export function summaryOf(errors: FieldErrors): string {
  const sentences = Object.values(errors).flat()
  const more = sentences.length - 1
  if (more <= 0) return sentences[0] ?? 'The given data was invalid.'
  return `${sentences[0]} (and ${more} more ${more === 1 ? 'error' : 'errors'})`
}
