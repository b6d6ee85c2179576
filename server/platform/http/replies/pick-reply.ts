// Reduces replies to the fields that their schema declares, in the declared order.
import type { z } from 'zod'

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
}

type Pick = (value: unknown) => unknown

/** Compiles a schema into a function that drops undeclared fields. */
export function createReplyPicker(schema: z.core.$ZodType): Pick {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return definition.catchall ? identity : objectPicker(definition.shape ?? {})
    case 'array': {
      const element = createReplyPicker(definition.element!)
      return element === identity ? identity : (value) => (Array.isArray(value) ? value.map(element) : value)
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return createReplyPicker(definition.innerType!)
    default:
      return identity
  }
}

const identity: Pick = (value) => value

function objectPicker(shape: Record<string, z.core.$ZodType>): Pick {
  const fields = Object.entries(shape).map(([name, schema]) => [name, createReplyPicker(schema)] as const)
  return (value) => {
    if (value === null || typeof value !== 'object') return value
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field = (value as Record<string, unknown>)[name]
      if (field !== undefined) picked[name] = pick(field)
    }
    return picked
  }
}
