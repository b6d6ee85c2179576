// The habits of input: strings trimmed, "" as null, digits as integers, 0 and 1 as booleans, [] as {}; by the schema.
import type { z } from 'zod'

/** A value that no column or sentence can hold: U+0000 or half a surrogate pair. */
export interface Unwritable {
  path: (string | number)[]
}

export type Habit = (value: unknown, path: (string | number)[], faults: Unwritable[]) => unknown

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  options?: z.core.$ZodType[]
  discriminator?: string
}

/** Compiles a schema once into a function that brings raw input into the form the schema speaks of. */
export function habitOf(schema: z.core.$ZodType): Habit {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return objectHabit(definition.shape ?? {})
    case 'array':
      return arrayHabit(habitOf(definition.element!))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return absentWhenNull(habitOf(definition.innerType!), acceptsNull(definition.innerType!))
    case 'nullable':
      return nullWhenAbsent(habitOf(definition.innerType!))
    case 'pipe':
      return habitOf(definition.in!)
    case 'number':
    case 'int':
      return scalar(numberFrom)
    case 'boolean':
      return scalar(booleanFrom)
    case 'union':
      return definition.discriminator ? variantHabit(definition.options!, definition.discriminator) : alternatives
    case 'record': {
      const keepsNulls = !isText(definition.valueType!)
      return (value, path, faults) =>
        inspected(keepsNulls ? mapFrom(value) : withoutNulls(mapFrom(value)), path, faults)
    }
    case 'unknown':
    case 'any':
      return inspected
    default:
      return text
  }
}

function acceptsNull(schema: z.core.$ZodType): boolean {
  const definition = schema._zod.def as unknown as Definition
  return definition.type === 'nullable' || (definition.innerType !== undefined && acceptsNull(definition.innerType))
}

const isText = (schema: z.core.$ZodType): boolean => (schema._zod.def as unknown as Definition).type === 'string'

const absentWhenNull =
  (inner: Habit, nullAllowed: boolean): Habit =>
  (value, path, faults) => {
    const result = inner(value, path, faults)
    return result === null && !nullAllowed ? undefined : result
  }

const nullWhenAbsent =
  (inner: Habit): Habit =>
  (value, path, faults) => {
    const result = inner(value, path, faults)
    return result === undefined && value !== undefined ? null : result
  }

function objectHabit(shape: Record<string, z.core.$ZodType>): Habit {
  const fields = Object.entries(shape).map(([name, schema]) => [name, habitOf(schema)] as const)
  return (value, path, faults) => {
    const candidate = value === '' ? null : mapFrom(value)
    if (candidate === null || typeof candidate !== 'object' || Array.isArray(candidate)) return candidate
    const result: Record<string, unknown> = {}
    for (const [name, habit] of fields) {
      if (!Object.hasOwn(candidate, name)) continue
      const field = habit((candidate as Record<string, unknown>)[name], [...path, name], faults)
      if (field !== undefined) result[name] = field
    }
    return result
  }
}

/** Languages that know lists and maps as one thing write an empty map as `[]`. */
const mapFrom = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value)

/** A variable that is not set in the caller's program arrives as null. */
function withoutNulls(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))
}

const arrayHabit =
  (element: Habit): Habit =>
  (value, path, faults) => {
    const candidate = value === '' ? null : value
    return Array.isArray(candidate)
      ? candidate.map((item, index) => element(item, [...path, index], faults))
      : candidate
  }

/** The habit of the variant that the value says it is. */
function variantHabit(options: z.core.$ZodType[], discriminator: string): Habit {
  const variants = options.flatMap((option) => {
    const shape = (option._zod.def as unknown as Definition).shape ?? {}
    const values = shape[discriminator]?._zod.values ?? new Set()
    const habit = habitOf(option)
    return [...values].map((value) => [value, habit] as const)
  })
  const byValue = new Map<unknown, Habit>(variants)
  return (value, path, faults) => {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, discriminator))
      return inspected(value, path, faults)
    const named = text((value as Record<string, unknown>)[discriminator], [], [])
    return (byValue.get(named) ?? inspected)(value, path, faults)
  }
}

/** Which alternative is meant is not known yet: texts are trimmed, whatever else it is stays as it came. */
const alternatives: Habit = (value, path, faults) => (typeof value === 'string' ? text : inspected)(value, path, faults)

const scalar =
  (convert: (trimmed: string) => unknown): Habit =>
  (value, path, faults) => {
    if (typeof value === 'number' || typeof value === 'boolean')
      return convert === booleanFrom ? booleanFrom(value) : value
    if (typeof value !== 'string') return value
    if (!isWritable(value)) faults.push({ path })
    const trimmed = value.trim()
    return trimmed === '' ? null : convert(trimmed)
  }

const text = scalar((trimmed) => trimmed)

function numberFrom(digits: string): unknown {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(digits) ? Number(digits) : digits
}

function booleanFrom(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return value
}

/** Values by free names keep their spaces and their emptiness: they are somebody's text. */
const inspected: Habit = (value, path, faults) => {
  if (value === '') return null
  inspect(value, path, faults)
  return value
}

function inspect(value: unknown, path: (string | number)[], faults: Unwritable[]): void {
  if (typeof value === 'string') {
    if (!isWritable(value)) faults.push({ path })
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      inspect(item, [...path, index], faults)
    })
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      if (!isWritable(name)) faults.push({ path })
      inspect(item, [...path, name], faults)
    }
  }
}

function isWritable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
