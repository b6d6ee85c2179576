// Validates the arguments of a tool call against the tool's parameters, a subset of JSON Schema.
import { allowsUndeclared, findSchemaFaults, isObject } from '#contract/assistants/tool-parameters.ts'

type Schema = Record<string, unknown>

/** Returns an error about the value at the path, or undefined if it is valid. */
type Check = (value: unknown, path: string) => string | undefined

export const isSupportedSchema = (schema: Schema): boolean => findSchemaFaults(schema).length === 0

/** Returns an error message, or undefined if the arguments are valid. Formats are not checked. */
export function findArgumentError(schema: Schema, args: Record<string, unknown>): string | undefined {
  if (!isSupportedSchema(schema)) return 'The parameter schema of the tool is not supported.'
  const error = compile(schema, true)(args, '')
  return error === undefined ? undefined : `The arguments are invalid: ${error}.`
}

/** Precomputes everything that depends only on the schema, so that a check takes time proportional to the value. */
function compile(schema: Schema, isRoot = false): Check {
  const scalars = [typeCheck(schema), enumCheck(schema), ...rangeChecks(schema)].filter((check) => check !== undefined)
  const checkObject = objectCheck(schema, isRoot)
  const checkArray = arrayCheck(schema)
  return (value, path) => {
    for (const check of scalars) {
      const error = check(value, path)
      if (error !== undefined) return error
    }
    if (Array.isArray(value)) return checkArray(value, path)
    return isObject(value) ? checkObject(value, path) : undefined
  }
}

const named = (path: string): string => path || 'the object'

function typeCheck({ type }: Schema): Check | undefined {
  if (type === undefined) return undefined
  const types = [type].flat() as string[]
  return (value, path) =>
    types.some((typeName) => isOfType(value, typeName)) ? undefined : `${named(path)} must be ${types.join(',')}`
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (typeof value === 'bigint') return type === 'integer' || type === 'number'
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

function enumCheck(schema: Schema): Check | undefined {
  const allowed = [
    ...(Array.isArray(schema['enum']) ? [new Set<unknown>(schema['enum'])] : []),
    ...(schema['const'] !== undefined ? [new Set([schema['const']])] : []),
  ]
  if (allowed.length === 0) return undefined
  return (value, path) =>
    allowed.every((values) => values.has(value))
      ? undefined
      : `${named(path)} must be equal to one of the allowed values`
}

interface Range {
  /** Returns undefined for values to which the keyword does not apply. */
  measure(value: unknown): number | bigint | undefined
  fits(measured: number | bigint, limit: number | bigint): boolean
  must: string
}

const atLeast = (measured: number | bigint, limit: number | bigint): boolean => measured >= limit
const atMost = (measured: number | bigint, limit: number | bigint): boolean => measured <= limit

const ranges: Readonly<Record<string, Range>> = {
  minimum: { measure: numberOf, fits: atLeast, must: 'be >= :limit' },
  maximum: { measure: numberOf, fits: atMost, must: 'be <= :limit' },
  exclusiveMinimum: { measure: numberOf, fits: (measured, limit) => measured > limit, must: 'be > :limit' },
  exclusiveMaximum: { measure: numberOf, fits: (measured, limit) => measured < limit, must: 'be < :limit' },
  minLength: { measure: lengthOf, fits: atLeast, must: 'have at least :limit characters' },
  maxLength: { measure: lengthOf, fits: atMost, must: 'have at most :limit characters' },
  minItems: { measure: itemsOf, fits: atLeast, must: 'have at least :limit items' },
  maxItems: { measure: itemsOf, fits: atMost, must: 'have at most :limit items' },
}

function numberOf(value: unknown): number | bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined
}

/** Counts Unicode characters, as JSON Schema does. */
function lengthOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  let length = 0
  for (const _character of value) length++
  return length
}

function itemsOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined
}

function rangeChecks(schema: Schema): Check[] {
  return Object.entries(ranges).flatMap(([keyword, { measure, fits, must }]): Check[] => {
    const limit = schema[keyword]
    if (typeof limit !== 'number' && typeof limit !== 'bigint') return []
    return [
      (value, path) => {
        const measured = measure(value)
        if (measured === undefined || fits(measured, limit)) return undefined
        return `${named(path)} must ${must.replace(':limit', String(limit))}`
      },
    ]
  })
}

function arrayCheck({ items }: Schema): (value: unknown[], path: string) => string | undefined {
  if (!isObject(items)) return () => undefined
  const check = compile(items)
  return (value, path) => {
    for (const [index, item] of value.entries()) {
      const error = check(item, `${path}/${index}`)
      if (error !== undefined) return error
    }
    return undefined
  }
}

function objectCheck(schema: Schema, isRoot: boolean): (value: Schema, path: string) => string | undefined {
  const declared = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const checks = new Map(declared.map(([name, property]) => [name, compile(property as Schema)]))
  const required = (schema['required'] ?? []) as string[]
  const allowsOthers = allowsUndeclared(schema, isRoot)
  return (value, path) => {
    const missing = required.find((name) => !Object.hasOwn(value, name))
    if (missing !== undefined) return `${named(path)} must have required property '${missing}'`
    for (const [name, item] of Object.entries(value)) {
      const check = checks.get(name)
      if (!check && !allowsOthers) return `${named(path)} must not have the property '${shortened(name)}'`
      const error = check?.(item, `${path}/${name}`)
      if (error !== undefined) return error
    }
    return undefined
  }
}

/** The model chooses the name, so it can be of any length. */
const shortened = (name: string): string => (name.length > 64 ? `${name.slice(0, 64)}…` : name)
