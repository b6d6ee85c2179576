// The habits of input: strings trimmed, "" as null, digits as integers, 0 and 1 as booleans, [] as {}; by the schema.
import type { z } from 'zod'

/** A value that no column or sentence can hold: U+0000 or half a surrogate pair. */
export interface InvalidText {
  path: (string | number)[]
}

export type Coerce = (value: unknown, path: (string | number)[], faults: InvalidText[]) => unknown

interface Definition {
  type: string
  innerType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  options?: z.core.$ZodType[]
  discriminator?: string
}

/** Compiles a schema once into a function that brings raw input into the form the schema speaks of. */
export function createCoerce(schema: z.core.$ZodType): Coerce {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return objectHabit(definition.shape ?? {})
    case 'array':
      return arrayHabit(createCoerce(definition.element!))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return absentWhenNull(createCoerce(definition.innerType!), acceptsNull(definition.innerType!))
    case 'nullable':
      return nullWhenAbsent(createCoerce(definition.innerType!))
    case 'pipe':
      return createCoerce(definition.in!)
    case 'number':
    case 'int':
      return scalar(numberFrom)
    case 'boolean':
      return scalar(booleanFrom)
    case 'union':
      return definition.discriminator
        ? variantHabit(definition.options!, definition.discriminator)
        : unionHabit(definition.options!)
    case 'record': {
      const holdsTexts = isText(definition.valueType!)
      return (value, path, faults) => inspected(holdsTexts ? textMapFrom(value) : mapFrom(value), path, faults)
    }
    case 'unknown':
    case 'any':
      return inspected
    default:
      return (schema as z.ZodType).meta?.()?.['x-plus-as-space'] ? phoneNumber : text
  }
}

function acceptsNull(schema: z.core.$ZodType): boolean {
  const definition = schema._zod.def as unknown as Definition
  return definition.type === 'nullable' || (definition.innerType !== undefined && acceptsNull(definition.innerType))
}

function isText(schema: z.core.$ZodType): boolean {
  const definition = schema._zod.def as unknown as Definition
  return definition.type === 'string' || (definition.type === 'pipe' && isText(definition.out!))
}

const absentWhenNull =
  (inner: Coerce, nullAllowed: boolean): Coerce =>
  (value, path, faults) => {
    const result = inner(value, path, faults)
    return result === null && !nullAllowed ? undefined : result
  }

const nullWhenAbsent =
  (inner: Coerce): Coerce =>
  (value, path, faults) => {
    const result = inner(value, path, faults)
    return result === undefined && value !== undefined ? null : result
  }

function objectHabit(shape: Record<string, z.core.$ZodType>): Coerce {
  const fields = Object.entries(shape).map(([name, schema]) => [name, createCoerce(schema)] as const)
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

/** Names are trimmed, and null counts as absent: a variable that is unset in the caller's program arrives as null. */
function textMapFrom(value: unknown): unknown {
  const map = mapFrom(value)
  if (map === null || typeof map !== 'object' || Array.isArray(map)) return map
  const entries = Object.entries(map).filter(([, item]) => item !== null)
  return Object.fromEntries(entries.map(([name, item]) => [name.trim(), item]))
}

const arrayHabit =
  (element: Coerce): Coerce =>
  (value, path, faults) => {
    const candidate = value === '' ? null : value
    return Array.isArray(candidate)
      ? candidate.map((item, index) => element(item, [...path, index], faults))
      : candidate
  }

/** The habit of the variant that the value says it is. */
function variantHabit(options: z.core.$ZodType[], discriminator: string): Coerce {
  const variants = options.flatMap((option) => {
    const shape = (option._zod.def as unknown as Definition).shape ?? {}
    const values = shape[discriminator]?._zod.values ?? new Set()
    const habit = createCoerce(option)
    return [...values].map((value) => [value, habit] as const)
  })
  const byValue = new Map<unknown, Coerce>(variants)
  return (value, path, faults) => {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, discriminator))
      return inspected(value, path, faults)
    const named = text((value as Record<string, unknown>)[discriminator], [], [])
    return (byValue.get(named) ?? inspected)(value, path, faults)
  }
}

/** Strings follow the number among the alternatives if there is one, objects the map; anything else stays as it came. */
function unionHabit(options: z.core.$ZodType[]): Coerce {
  const habitAmong = (...types: string[]): Coerce | undefined => {
    const option = options.find((one) => types.includes((one._zod.def as unknown as Definition).type))
    return option && createCoerce(option)
  }
  const ofText = habitAmong('number', 'int') ?? text
  const ofMap = habitAmong('object', 'record') ?? inspected
  return (value, path, faults) => {
    if (typeof value === 'string') return ofText(value, path, faults)
    return (Array.isArray(value) ? inspected : ofMap)(value, path, faults)
  }
}

const scalar =
  (convert: (trimmed: string) => unknown): Coerce =>
  (value, path, faults) => {
    if (typeof value === 'number' || typeof value === 'boolean')
      return convert === booleanFrom ? booleanFrom(value) : value
    if (typeof value !== 'string') return value
    if (!isWritable(value)) faults.push({ path })
    const trimmed = value.trim()
    return trimmed === '' ? null : convert(trimmed)
  }

const text = scalar((trimmed) => trimmed)

/** In a query string an unencoded `+` arrives as a space. */
const phoneNumber: Coerce = (value, path, faults) =>
  text(typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value, path, faults)

function numberFrom(digits: string): unknown {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(digits) ? Number(digits) : digits
}

function booleanFrom(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return value
}

const inspected: Coerce = (value, path, faults) => {
  const trimmed = trimmedWithin(value, path, faults)
  return trimmed === '' ? null : trimmed
}

/** Trims strings at every depth. An empty string inside a map or list stays as it is. */
function trimmedWithin(value: unknown, path: (string | number)[], faults: InvalidText[]): unknown {
  if (typeof value === 'string') {
    if (!isWritable(value)) faults.push({ path })
    return value.trim()
  }
  if (Array.isArray(value)) return value.map((item, index) => trimmedWithin(item, [...path, index], faults))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, item]) => {
    if (!isWritable(name)) faults.push({ path })
    return [name, trimmedWithin(item, [...path, name], faults)] as const
  })
  return Object.fromEntries(entries)
}

function isWritable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
