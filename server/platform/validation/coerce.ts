// Coerces input to the types of its schema: trims strings, and reads "" as null, digits as numbers, 0 and 1 as booleans.
import type { z } from 'zod'

/** Text that PostgreSQL cannot store: it contains U+0000 or a lone surrogate. */
export interface InvalidText {
  path: (string | number)[]
}

export type Coerce = (value: unknown, path: (string | number)[], invalidTexts: InvalidText[]) => unknown

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

/** Compiles a schema into a function that coerces raw input. It leaves values that it cannot coerce for the schema to reject. */
export function createCoerce(schema: z.core.$ZodType): Coerce {
  const definition = schema._zod.def as unknown as Definition
  switch (definition.type) {
    case 'object':
      return coerceObject(definition.shape ?? {})
    case 'array':
      return coerceArray(createCoerce(definition.element!))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      return omitNull(createCoerce(definition.innerType!), acceptsNull(definition.innerType!))
    case 'nullable':
      return nullIfOmitted(createCoerce(definition.innerType!))
    case 'pipe':
      return createCoerce(definition.in!)
    case 'number':
    case 'int':
      return scalar(numberFrom)
    case 'boolean':
      return scalar(booleanFrom)
    case 'union':
      return definition.discriminator
        ? coerceVariant(definition.options!, definition.discriminator)
        : coerceUnion(definition.options!)
    case 'record': {
      const holdsText = isText(definition.valueType!)
      const max = (schema as z.ZodType).meta?.()?.['maxProperties'] as number | undefined
      return (value, path, invalidTexts) => {
        const excess = max === undefined ? undefined : excessOf(value, max)
        if (excess) return excess
        return trimAll(holdsText ? textMapFrom(value) : mapFrom(value), path, invalidTexts)
      }
    }
    case 'unknown':
    case 'any':
      return trimAll
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

const omitNull =
  (inner: Coerce, nullAllowed: boolean): Coerce =>
  (value, path, invalidTexts) => {
    const result = inner(value, path, invalidTexts)
    return result === null && !nullAllowed ? undefined : result
  }

const nullIfOmitted =
  (inner: Coerce): Coerce =>
  (value, path, invalidTexts) => {
    const result = inner(value, path, invalidTexts)
    return result === undefined && value !== undefined ? null : result
  }

function coerceObject(shape: Record<string, z.core.$ZodType>): Coerce {
  const fields = Object.entries(shape).map(([name, schema]) => [name, createCoerce(schema)] as const)
  return (value, path, invalidTexts) => {
    const candidate = value === '' ? null : mapFrom(value)
    if (candidate === null || typeof candidate !== 'object' || Array.isArray(candidate)) return candidate
    const result: Record<string, unknown> = {}
    for (const [name, coerce] of fields) {
      if (!Object.hasOwn(candidate, name)) continue
      const field = coerce((candidate as Record<string, unknown>)[name], [...path, name], invalidTexts)
      if (field !== undefined) result[name] = field
    }
    return result
  }
}

/** Clients in languages without a separate map type, such as PHP, encode an empty map as `[]`. */
const mapFrom = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value)

/** Trims names and drops null values: clients send variables that are not set as null. */
function textMapFrom(value: unknown): unknown {
  const map = mapFrom(value)
  if (map === null || typeof map !== 'object' || Array.isArray(map)) return map
  const entries = Object.entries(map).filter(([, item]) => item !== null)
  return Object.fromEntries(entries.map(([name, item]) => [name.trim(), item]))
}

/** Replaces a map that has too many entries by one for which only their number is validated. */
function excessOf(value: unknown, max: number): Record<string, unknown> | undefined {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  const count = Object.values(value).filter((item) => item !== null).length
  return count > max ? Object.fromEntries(Array.from({ length: max + 1 }, (_, index) => [index, ''])) : undefined
}

const coerceArray =
  (element: Coerce): Coerce =>
  (value, path, invalidTexts) => {
    const candidate = value === '' ? null : value
    return Array.isArray(candidate)
      ? candidate.map((item, index) => element(item, [...path, index], invalidTexts))
      : candidate
  }

/** Coerces by the variant that the discriminator names. */
function coerceVariant(options: z.core.$ZodType[], discriminator: string): Coerce {
  const variants = options.flatMap((option) => {
    const shape = (option._zod.def as unknown as Definition).shape ?? {}
    const values = shape[discriminator]?._zod.values ?? new Set()
    const coerce = createCoerce(option)
    return [...values].map((value) => [value, coerce] as const)
  })
  const byValue = new Map<unknown, Coerce>(variants)
  return (value, path, invalidTexts) => {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, discriminator))
      return trimAll(value, path, invalidTexts)
    const named = text((value as Record<string, unknown>)[discriminator], [], [])
    return (byValue.get(named) ?? trimAll)(value, path, invalidTexts)
  }
}

/** Coerces strings by the number alternative if there is one, and objects by the object alternative. */
function coerceUnion(options: z.core.$ZodType[]): Coerce {
  const coerceOf = (...types: string[]): Coerce | undefined => {
    const option = options.find((candidate) => types.includes((candidate._zod.def as unknown as Definition).type))
    return option && createCoerce(option)
  }
  const coerceText = coerceOf('number', 'int') ?? text
  const coerceMap = coerceOf('object', 'record') ?? trimAll
  const coerceList = coerceOf('array') ?? trimAll
  return (value, path, invalidTexts) => {
    if (typeof value === 'string') return coerceText(value, path, invalidTexts)
    return (Array.isArray(value) ? coerceList : coerceMap)(value, path, invalidTexts)
  }
}

const scalar =
  (convert: (trimmed: string) => unknown): Coerce =>
  (value, path, invalidTexts) => {
    if (typeof value === 'number' || typeof value === 'boolean')
      return convert === booleanFrom ? booleanFrom(value) : value
    // The limits of a number refuse it.
    if (typeof value === 'bigint') return convert === numberFrom ? Number(value) : value
    if (typeof value !== 'string') return value
    if (!isValidText(value)) invalidTexts.push({ path })
    const trimmed = value.trim()
    return trimmed === '' ? null : convert(trimmed)
  }

const text = scalar((trimmed) => trimmed)

/** An unencoded `+` in a query string arrives as a space. */
const phoneNumber: Coerce = (value, path, invalidTexts) =>
  text(typeof value === 'string' ? value.replace(/^ (?=\d)/, '+') : value, path, invalidTexts)

function numberFrom(digits: string): unknown {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(digits) ? Number(digits) : digits
}

function booleanFrom(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return value
}

const trimAll: Coerce = (value, path, invalidTexts) => {
  const trimmed = trimStrings(value, path, invalidTexts)
  return trimmed === '' ? null : trimmed
}

/** Trims strings at every depth. Empty strings inside maps and lists are kept. */
function trimStrings(value: unknown, path: (string | number)[], invalidTexts: InvalidText[]): unknown {
  if (typeof value === 'string') {
    if (!isValidText(value)) invalidTexts.push({ path })
    return value.trim()
  }
  if (Array.isArray(value)) return value.map((item, index) => trimStrings(item, [...path, index], invalidTexts))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, item]) => {
    if (!isValidText(name)) invalidTexts.push({ path })
    return [name, trimStrings(item, [...path, name], invalidTexts)] as const
  })
  return Object.fromEntries(entries)
}

function isValidText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
