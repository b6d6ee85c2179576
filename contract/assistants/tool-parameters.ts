// Checks that the parameters of a tool use the supported subset of JSON Schema.
export interface SchemaFault {
  /** From the root of the schema to the keyword. */
  path: string[]
  /** `:attribute` is a placeholder for the path. */
  message: string
}

export const maxSchemaDepth = 8
/** Counts the root, each property and each `items`. */
export const maxSchemaCount = 250
const maxNameLength = 100
const maxFaults = 20

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'bigint' || Number.isFinite(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isScalar = (value: unknown): boolean =>
  value === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof value)
const isListOf = (value: unknown, isItem: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(isItem)
const isType = (value: unknown): boolean => isText(value) && types.has(value)
const isTypeList = (value: unknown): boolean =>
  isListOf(value, isType) && value.length > 0 && new Set(value).size === value.length

type Rule = readonly [isSound: (value: unknown) => boolean, must: string]

const text: Rule = [isText, 'must be a string']
const number: Rule = [isNumber, 'must be a number']
const count: Rule = [isCount, 'must be a whole number, 0 or more']

const keywords: Readonly<Record<string, Rule>> = {
  type: [(value) => isType(value) || isTypeList(value), `must be one or more of ${[...types].join(', ')}`],
  title: text,
  description: text,
  format: text,
  default: [() => true, ''],
  enum: [
    (value) => isListOf(value, isScalar) && value.length > 0,
    'must be a list of strings, numbers, booleans or null',
  ],
  const: [isScalar, 'must be a string, a number, a boolean or null'],
  properties: [isObject, 'must be an object'],
  required: [(value) => isListOf(value, isText), 'must be a list of property names'],
  additionalProperties: [(value) => typeof value === 'boolean', 'must be true or false'],
  items: [isObject, 'must be an object'],
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
}

export const supportedKeywords: readonly string[] = Object.keys(keywords)

/**
 * Returns no faults for a schema of the subset. The depth and size of such a schema are bounded, it has no references,
 * and validating a value against it takes time proportional to the size of the value.
 */
export function findSchemaFaults(root: unknown): SchemaFault[] {
  return [...faultsOf(root, { path: [], depth: 1, count: { schemas: 0 } }).take(maxFaults)]
}

interface Position {
  path: string[]
  /** 1 at the root. */
  depth: number
  count: { schemas: number }
}

function* faultsOf(schema: unknown, { path, depth, count }: Position): Generator<SchemaFault> {
  const at = (where: string[], message: string): SchemaFault => ({ path: [...path, ...where], message })
  const inside = (where: string[]): Position => ({ path: [...path, ...where], depth: depth + 1, count })
  count.schemas++
  if (count.schemas > maxSchemaCount) {
    // Reported once.
    if (count.schemas === maxSchemaCount + 1)
      yield { path: [], message: `The :attribute may not have more than ${maxSchemaCount} schemas.` }
    return
  }
  if (depth > maxSchemaDepth) {
    yield at([], `The :attribute is nested deeper than ${maxSchemaDepth} schemas.`)
    return
  }
  if (!isObject(schema)) {
    yield at([], 'The :attribute must be an object.')
    return
  }
  for (const [name, value] of Object.entries(schema)) {
    const rule = name === '$schema' && depth === 1 ? text : Object.hasOwn(keywords, name) ? keywords[name] : undefined
    if (!rule) yield at([name], 'The :attribute keyword is not supported in the parameters of a tool.')
    else if (!rule[0](value)) yield at([name], `The :attribute ${rule[1]}.`)
  }
  const { properties, items, required } = schema
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    if (name.length > maxNameLength)
      yield at(['properties'], `The :attribute may not have a name of more than ${maxNameLength} characters.`)
    else if (name === '__proto__') yield at(['properties', name], 'The :attribute cannot be used as a property name.')
    else yield* faultsOf(property, inside(['properties', name]))
  }
  if (isObject(items)) yield* faultsOf(items, inside(['items']))
  if (allowsUndeclared(schema, depth === 1) || !isListOf(required, isText)) return
  const missing = required.findIndex((name) => !isObject(properties) || !Object.hasOwn(properties, name as string))
  if (missing >= 0) yield at(['required', String(missing)], 'The :attribute names a property that is not declared.')
}

/** Whether undeclared properties are allowed; at the root, only if the schema says so. */
export function allowsUndeclared({ additionalProperties }: Record<string, unknown>, isRoot: boolean): boolean {
  return isRoot ? additionalProperties === true : additionalProperties !== false
}
