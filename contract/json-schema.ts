// JSON Schema (2020-12) of the contract's shapes, without what is only ours.
import { z } from 'zod'

export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  enum?: unknown[]
  $ref?: string
  [keyword: string]: unknown
}

/** `input` is what may be given, `output` what comes back. */
export type Direction = 'input' | 'output'

export interface NamedSchemas {
  schema: JsonSchema
  /** Shapes within that have a name, `.meta({ id })`. */
  named: Record<string, JsonSchema>
}

/** `refTo` says where a named shape will stand; the reference is written so. */
export function jsonSchemaOf(shape: z.ZodType, direction: Direction, refTo: (name: string) => string): NamedSchemas {
  const converted = z.toJSONSchema(shape, { target: 'draft-2020-12', io: direction, unrepresentable: 'any' })
  const { $schema: _, $defs = {}, ...schema } = converted as JsonSchema & { $defs?: Record<string, JsonSchema> }
  const tidied = (one: JsonSchema) => tidy(one, direction, refTo)
  return {
    schema: tidied(schema),
    named: Object.fromEntries(Object.entries($defs).map(([name, one]) => [name, tidied(one)])),
  }
}

const defsPrefix = '#/$defs/'

function tidy(given: JsonSchema, direction: Direction, refTo: (name: string) => string): JsonSchema {
  const schema: JsonSchema = {}
  for (const [keyword, value] of Object.entries(given)) {
    if (keyword.startsWith('x-') || keyword === 'id' || isNoise(given, keyword, direction)) continue
    if (keyword === 'example') schema['examples'] = [value]
    else if (keyword === '$ref') schema.$ref = refTo((value as string).slice(defsPrefix.length))
    else schema[keyword] = inside(keyword, value, (one) => tidy(one, direction, refTo))
  }
  return joinNull(schema)
}

/** What the converter says of its own accord: the bounds of safe integers, the expressions behind formats. */
function isNoise(schema: JsonSchema, keyword: string, direction: Direction): boolean {
  const value = schema[keyword]
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER
  if (keyword === 'maximum') return value === Number.MAX_SAFE_INTEGER
  if (keyword === 'pattern') return typeof schema['format'] === 'string'
  if (keyword === 'propertyNames') return JSON.stringify(value) === '{"type":"string"}'
  // Replies may gain fields: no generated client may take offence at them.
  if (keyword === 'additionalProperties') return value === false && direction === 'output'
  return false
}

function inside(keyword: string, value: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (keyword === 'properties' || keyword === 'patternProperties')
    return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, change(one)]))
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword)) return (value as JsonSchema[]).map(change)
  if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword))
    return value !== null && typeof value === 'object' ? change(value as JsonSchema) : value
  return value
}

/** `anyOf: [text, null]` reads better as `type: [string, null]`. */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const other = anyOf?.length === 2 && anyOf[1]?.type === 'null' ? anyOf[0]! : undefined
  if (typeof other?.type !== 'string') return schema
  const joined: JsonSchema = { ...other, ...rest, type: [other.type, 'null'] }
  if (other.enum) joined.enum = [...other.enum, null]
  return joined
}

/** References replaced by what they name; a shape within itself ends in "anything". */
export function inlined({ schema, named }: NamedSchemas, within: readonly string[] = []): JsonSchema {
  const { $ref, ...rest } = schema
  if ($ref !== undefined) {
    if (within.includes($ref)) return rest
    return { ...inlined({ schema: named[$ref] ?? {}, named }, [...within, $ref]), ...rest }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      inside(keyword, value, (one) => inlined({ schema: one, named }, within)),
    ]),
  )
}
