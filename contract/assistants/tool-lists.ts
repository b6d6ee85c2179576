// Headers and arguments of tools as lists, for clients that do not use maps and JSON schemas.
import { z } from 'zod'
import { requiredText, text } from '../wire/fields.ts'

const duplicate = 'The :attribute field has a duplicate value.'

function refuseDuplicates(names: readonly string[], check: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (seen.has(name)) check.addIssue({ code: 'custom', path: [index, 'name'], message: duplicate })
    seen.add(name)
  }
}

export const headerItems = z.array(z.object({ name: z.string(), value: z.string() }))
export const argumentItems = z.array(
  z.object({ name: z.string(), type: z.string(), description: z.string().optional(), required: z.boolean() }),
)

/** Converts a list of headers to a map. Names are case-insensitive. */
export const headerList = z
  .array(z.object({ name: requiredText(128), value: text(4096).trim() }))
  .max(50)
  .superRefine((list, check) =>
    refuseDuplicates(
      list.map(({ name }) => name.toLowerCase()),
      check,
    ),
  )
  .transform((list): Record<string, string> => Object.fromEntries(list.map(({ name, value }) => [name, value])))

const argumentType = z
  .enum(['string', 'number', 'integer', 'boolean', 'bool', 'array', 'object'])
  .transform((type) => (type === 'bool' ? 'boolean' : type))

const argument = z.object({
  name: requiredText(64).regex(/^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]*$/),
  type: argumentType,
  description: text(1000).optional(),
  required: z.boolean().default(false),
})

/** Converts a list of arguments to the JSON schema of an object with these properties. */
export const argumentList = z
  .array(argument)
  .max(50)
  .superRefine((list, check) =>
    refuseDuplicates(
      list.map(({ name }) => name),
      check,
    ),
  )
  .transform((list): Record<string, unknown> => {
    const properties = Object.fromEntries(list.map(({ name, required: _, ...property }) => [name, property]))
    const required = list.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []))
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  })
