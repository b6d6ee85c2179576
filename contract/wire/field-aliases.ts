// Adds aliases to input fields, for clients that use other names.
import { z } from 'zod'

type Values = Record<string, unknown>

/**
 * `aliases` maps each alias to its field; `object` contains both. An alias sets its field, also a required one. Two
 * different values are an error of the alias.
 */
export function withAliases<O extends z.ZodObject>(object: O, aliases: Record<string, string>): O {
  const shape: Record<string, z.ZodType> = { ...object.shape }
  const required = new Set<string>()
  for (const field of Object.values(aliases)) {
    if (shape[field]!.safeParse(undefined).success) continue
    shape[field] = shape[field]!.optional()
    required.add(field)
  }
  const merged = z.object(shape).superRefine(
    (input: Values, check) => {
      if (input === null || typeof input !== 'object') return
      for (const [alias, field] of Object.entries(aliases)) {
        if (input[alias] === undefined) continue
        if (input[field] !== undefined && canonical(input[field]) !== canonical(input[alias])) {
          const other = field.replaceAll('_', ' ')
          check.addIssue({ code: 'custom', path: [alias], message: `The :attribute and ${other} must match.` })
        }
        input[field] ??= input[alias]
        delete input[alias]
      }
      for (const field of required)
        if (input[field] === undefined)
          check.addIssue({ code: 'custom', path: [field], message: 'The :attribute field is required.' })
    },
    { when: () => true },
  )
  return merged as unknown as O
}

/** Serializes to JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, nested: unknown) =>
    nested !== null && typeof nested === 'object' && !Array.isArray(nested)
      ? Object.fromEntries(Object.entries(nested).sort(([a], [b]) => (a < b ? -1 : 1)))
      : nested,
  )
}
