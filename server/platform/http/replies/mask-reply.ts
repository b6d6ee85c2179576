// Masks the personal data and credentials in replies, by the marks of their schemas.
import type { z } from 'zod'
import { type PersonalKind, personalKindOf } from '#contract/wire/personal.ts'
import { hideInSettings, hideInUrl } from '../../security/hide-secrets.ts'
import { maskNumber } from '../../text/mask-number.ts'
import type { ConversationAliases } from '../conversation-alias.ts'

interface Definition {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
}

type Mask = (value: unknown, aliases: ConversationAliases) => unknown

/** Compiles a schema into a function that masks the fields that `personal` marks as one of the kinds, if there are any. */
export function createMask(schema: z.ZodType, kinds: readonly PersonalKind[]): Mask | undefined {
  const kind = personalKindOf(schema)
  if (kind !== undefined && kinds.includes(kind)) return (value, aliases) => maskValue(kind, value, aliases)
  const { type, innerType, element, valueType, shape, options } = schema._zod.def as unknown as Definition
  if (type === 'object') return objectMask(shape ?? {}, kinds)
  if (type === 'array')
    return eachOf(
      element!,
      kinds,
      (mask) => (value, aliases) => (Array.isArray(value) ? value.map((item) => mask(item, aliases)) : value),
    )
  if (type === 'record')
    return eachOf(
      valueType!,
      kinds,
      (mask) => (value, aliases) => (isObject(value) ? mapValues(value, (item) => mask(item, aliases)) : value),
    )
  if (type === 'union') return unionMask(options ?? [], kinds)
  return innerType && createMask(innerType, kinds)
}

function eachOf(schema: z.ZodType, kinds: readonly PersonalKind[], build: (mask: Mask) => Mask): Mask | undefined {
  const mask = createMask(schema, kinds)
  return mask && build(mask)
}

function objectMask(shape: Record<string, z.ZodType>, kinds: readonly PersonalKind[]): Mask | undefined {
  const masks = Object.entries(shape).flatMap(([name, schema]) => {
    const mask = createMask(schema, kinds)
    return mask ? [[name, mask] as const] : []
  })
  if (masks.length === 0) return undefined
  return (value, aliases) => {
    if (!isObject(value)) return value
    const masked = { ...value }
    for (const [name, mask] of masks) if (masked[name] !== undefined) masked[name] = mask(masked[name], aliases)
    return masked
  }
}

/** Every option masks, because a value can fit several of them. */
function unionMask(options: z.ZodType[], kinds: readonly PersonalKind[]): Mask | undefined {
  const masks = options.flatMap((option) => createMask(option, kinds) ?? [])
  return masks.length === 0
    ? undefined
    : (value, aliases) => masks.reduce((masked, mask) => mask(masked, aliases), value)
}

const hidden = '***'

function maskValue(kind: PersonalKind, value: unknown, aliases: ConversationAliases): unknown {
  if (kind === 'settings') return hideInSettings(value)
  if (typeof value === 'string') {
    if (kind === 'url') return hideInUrl(value, { hidesAll: true })
    if (kind === 'conversation') return aliases.hide(value)
    return kind === 'phone' ? maskNumber(value) : hidden
  }
  if (Array.isArray(value)) return value.map((item) => maskValue(kind, item, aliases))
  if (isObject(value)) return mapValues(value, (item) => maskValue(kind, item, aliases))
  return null
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const mapValues = (value: Record<string, unknown>, map: (item: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))
