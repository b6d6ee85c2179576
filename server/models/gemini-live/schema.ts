// Reduces a JSON schema to the fields that the function declarations of the Gemini API accept.
import { isFields } from '#server/platform/vendor-json/is-fields.ts'

const kept = 'title description minItems maxItems minLength maxLength pattern minimum maximum'.split(' ')
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])
const maxDepth = 10
const maxProperties = 200

export function reduceSchema(schema: unknown, depth = 0): Record<string, unknown> {
  if (!isFields(schema) || depth > maxDepth) return { type: 'STRING' }
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return reduceOptions(schema, options, depth)
  const reduced: Record<string, unknown> = {}
  for (const name of kept) if (schema[name] !== undefined) reduced[name] = schema[name]
  const names = [schema.type].flat().filter((name) => typeof name === 'string')
  const type = names.find((name) => types.has(name)) ?? guessType(schema)
  reduced.type = type.toUpperCase()
  if (names.includes('null') || schema.nullable === true) reduced.nullable = true
  const allowed = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined
  if (allowed && type === 'string') reduced.enum = allowed.filter((value) => typeof value === 'string').slice(0, 500)
  if (type === 'string' && schema.format === 'date-time') reduced.format = 'date-time'
  if (type === 'array') reduced.items = reduceSchema(schema.items, depth + 1)
  if (type === 'object') Object.assign(reduced, reduceProperties(schema, depth))
  return reduced
}

function guessType(schema: Record<string, unknown>): string {
  if (isFields(schema.properties)) return 'object'
  return schema.items === undefined ? 'string' : 'array'
}

function reduceOptions(schema: Record<string, unknown>, options: unknown[], depth: number): Record<string, unknown> {
  const real = options.filter((option) => !(isFields(option) && option.type === 'null')).slice(0, 20)
  const description = typeof schema.description === 'string' ? { description: schema.description } : {}
  const nullable = real.length < options.length ? { nullable: true } : {}
  if (real.length === 1) return { ...reduceSchema(real[0], depth + 1), ...description, ...nullable }
  return { anyOf: real.map((option) => reduceSchema(option, depth + 1)), ...description, ...nullable }
}

/** An object without properties is not accepted as a type, except for the absent `parameters` of a function. */
function reduceProperties(schema: Record<string, unknown>, depth: number): Record<string, unknown> {
  const properties = isFields(schema.properties) ? Object.entries(schema.properties).slice(0, maxProperties) : []
  if (properties.length === 0) return {}
  const names = properties.map(([name]) => name)
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => names.includes(name)) : []
  return {
    properties: Object.fromEntries(properties.map(([name, value]) => [name, reduceSchema(value, depth + 1)])),
    ...(required.length > 0 ? { required } : {}),
  }
}
