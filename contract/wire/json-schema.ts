// Converts zod schemas of the contract to JSON Schema 2020-12, without internal keywords.
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

/** `input` describes requests, `output` responses. */
export type Direction = 'input' | 'output'

export interface NamedSchemas {
  schema: JsonSchema
  /** The schemas inside it that have a name, `.meta({ id })`. */
  named: Record<string, JsonSchema>
}

/** `refTo` returns the reference to a named schema. */
export function jsonSchemaOf(shape: z.ZodType, direction: Direction, refTo: (name: string) => string): NamedSchemas {
  const converted = z.toJSONSchema(shape, { target: 'draft-2020-12', io: direction, unrepresentable: 'any' })
  const { $schema: _, $defs = {}, ...schema } = converted as JsonSchema & { $defs?: Record<string, JsonSchema> }
  const tidied = (subschema: JsonSchema) => normalize(subschema, direction, refTo)
  return {
    schema: tidied(schema),
    named: Object.fromEntries(Object.entries($defs).map(([name, definition]) => [name, tidied(definition)])),
  }
}

const defsPrefix = '#/$defs/'

function normalize(raw: JsonSchema, direction: Direction, refTo: (name: string) => string): JsonSchema {
  const schema: JsonSchema = {}
  for (const [keyword, value] of Object.entries(raw)) {
    if (keyword.startsWith('x-') || keyword === 'id' || isConverterArtifact(raw, keyword, direction)) continue
    if (keyword === 'example') schema['examples'] = [value]
    else if (keyword === '$ref') schema.$ref = refTo((value as string).slice(defsPrefix.length))
    else schema[keyword] = mapSubschemas(keyword, value, (subschema) => normalize(subschema, direction, refTo))
  }
  return mergeNull(schema)
}

/** The converter adds the bounds of safe integers and the regular expressions of formats. */
function isConverterArtifact(schema: JsonSchema, keyword: string, direction: Direction): boolean {
  const value = schema[keyword]
  if (keyword === 'minimum') return value === Number.MIN_SAFE_INTEGER
  if (keyword === 'maximum') return value === Number.MAX_SAFE_INTEGER
  if (keyword === 'pattern') return typeof schema['format'] === 'string'
  if (keyword === 'propertyNames') return JSON.stringify(value) === '{"type":"string"}'
  // Replies may gain fields, which generated clients must accept.
  if (keyword === 'additionalProperties') return value === false && direction === 'output'
  return false
}

function mapSubschemas(keyword: string, value: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (keyword === 'properties' || keyword === 'patternProperties')
    return Object.fromEntries(Object.entries(value as object).map(([name, subschema]) => [name, change(subschema)]))
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword)) return (value as JsonSchema[]).map(change)
  if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword))
    return value !== null && typeof value === 'object' ? change(value as JsonSchema) : value
  return value
}

/** Shortens `anyOf: [{type: string}, {type: null}]` to `type: [string, null]`. */
function mergeNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const other = anyOf?.length === 2 && anyOf[1]?.type === 'null' ? anyOf[0]! : undefined
  if (typeof other?.type !== 'string') return schema
  const joined: JsonSchema = { ...other, ...rest, type: [other.type, 'null'] }
  if (other.enum) joined.enum = [...other.enum, null]
  return joined
}

/** Replaces references by the schemas they name; a recursive reference becomes an empty schema. */
export function inlineReferences({ schema, named }: NamedSchemas, within: readonly string[] = []): JsonSchema {
  const { $ref, ...rest } = schema
  if ($ref !== undefined) {
    if (within.includes($ref)) return rest
    return { ...inlineReferences({ schema: named[$ref] ?? {}, named }, [...within, $ref]), ...rest }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      mapSubschemas(keyword, value, (subschema) => inlineReferences({ schema: subschema, named }, within)),
    ]),
  )
}
