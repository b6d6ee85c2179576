// Masks the personal data in replies, by the marks of their schemas.
import type { z } from 'zod'
import { type PersonalKind, personalKindOf } from '#contract/personal.ts'
import { maskNumber } from '../../text/mask-number.ts'

interface Definition {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
}

type Mask = (value: unknown) => unknown

/** Compiles a schema into a function that masks the fields that `personal` marks. Undefined if there are none. */
export function createMask(schema: z.ZodType): Mask | undefined {
  const kind = personalKindOf(schema)
  if (kind !== undefined) return (value) => maskValue(kind, value)
  const { type, innerType, element, valueType, shape, options } = schema._zod.def as unknown as Definition
  if (type === 'object') return objectMask(shape ?? {})
  if (type === 'array') return eachOf(element!, (mask) => (value) => (Array.isArray(value) ? value.map(mask) : value))
  if (type === 'record')
    return eachOf(valueType!, (mask) => (value) => (isObject(value) ? mapValues(value, mask) : value))
  if (type === 'union') return unionMask(options ?? [])
  return innerType && createMask(innerType)
}

function eachOf(schema: z.ZodType, build: (mask: Mask) => Mask): Mask | undefined {
  const mask = createMask(schema)
  return mask && build(mask)
}

function objectMask(shape: Record<string, z.ZodType>): Mask | undefined {
  const masks = Object.entries(shape).flatMap(([name, schema]) => {
    const mask = createMask(schema)
    return mask ? [[name, mask] as const] : []
  })
  if (masks.length === 0) return undefined
  return (value) => {
    if (!isObject(value)) return value
    const masked = { ...value }
    for (const [name, mask] of masks) if (masked[name] !== undefined) masked[name] = mask(masked[name])
    return masked
  }
}

/** Every option masks, because a value can fit several of them. */
function unionMask(options: z.ZodType[]): Mask | undefined {
  const masks = options.flatMap((option) => createMask(option) ?? [])
  return masks.length === 0 ? undefined : (value) => masks.reduce((masked, mask) => mask(masked), value)
}

const hidden = '***'

function maskValue(kind: PersonalKind, value: unknown): unknown {
  if (typeof value === 'string') return kind === 'phone' ? maskNumber(value) : hidden
  if (Array.isArray(value)) return value.map((item) => maskValue(kind, item))
  if (isObject(value)) return mapValues(value, (item) => maskValue(kind, item))
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const mapValues = (value: Record<string, unknown>, map: Mask): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))
