// Checks that replies consist of typed, serializable fields.
import type { z } from 'zod'
import type { NamedEndpoint } from '#contract/openapi/operation.ts'

interface Definition {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  shape?: Record<string, z.ZodType>
  options?: z.ZodType[]
  items?: z.ZodType[]
  getter?: () => z.ZodType
}

const scalars = ['string', 'number', 'int', 'boolean', 'null', 'literal', 'enum', 'never', 'template_literal']
const untyped = ['any', 'unknown']
const wrappers = ['optional', 'nullable', 'readonly', 'lazy']
const containers = ['object', 'array', 'record', 'union', 'tuple', 'intersection']

export function checkReply({ area, name, endpoint }: NamedEndpoint): string[] {
  if (endpoint.reply.meta()?.['x-file'] !== undefined) return []
  return faultsIn(endpoint.reply, 'reply', false, new Set()).map((fault) => `${area}.${name} ${fault}`)
}

function faultsIn(schema: z.ZodType, at: string, explained: boolean, within: Set<z.ZodType>): string[] {
  if (within.has(schema)) return []
  const { type } = definitionOf(schema)
  const isExplained = explained || schema.meta()?.description !== undefined
  if (untyped.includes(type)) return isExplained ? [] : [`has an untyped ${at} without a description`]
  if (scalars.includes(type)) return []
  if (!wrappers.includes(type) && !containers.includes(type))
    return [`has a ${at} of type ${type}, which is not serializable`]
  const around = new Set([...within, schema])
  return childrenOf(schema).flatMap(({ name, child }) =>
    faultsIn(child, name === undefined ? at : `${at}.${name}`, isExplained && name === undefined, around),
  )
}

/** Generators join the names of fields: `customer_phone` and the field `phone` of an unnamed `customer` become one type. */
export function checkJoinedNames({ area, name, endpoint }: NamedEndpoint): string[] {
  return [endpoint.body, endpoint.reply].flatMap((root) =>
    root ? joinedNamesIn(root, new Set()).map((fault) => `${area}.${name} ${fault}`) : [],
  )
}

function joinedNamesIn(schema: z.ZodType, within: Set<z.ZodType>): string[] {
  if (within.has(schema)) return []
  const { shape = {} } = definitionOf(schema)
  const around = new Set([...within, schema])
  const joined = Object.entries(shape).flatMap(([name, field]) =>
    unnamedFieldsOf(field)
      .filter((inner) => Object.hasOwn(shape, `${name}_${inner}`))
      .map((inner) => `has the field ${name}_${inner} beside ${name}.${inner}; name the schema of ${name}`),
  )
  return [...joined, ...childrenOf(schema).flatMap(({ child }) => joinedNamesIn(child, around))]
}

/** The names of the fields of an object, also of a nullable one or of a list of them, unless its schema has a name. */
function unnamedFieldsOf(schema: z.ZodType): string[] {
  if (schema.meta()?.id !== undefined) return []
  const { innerType, element, shape = {} } = definitionOf(schema)
  const inner = innerType ?? element
  return inner ? unnamedFieldsOf(inner) : Object.keys(shape)
}

/** Large schemas that several endpoints share need a name, which keeps the OpenAPI document and its clients small. */
export function checkSharedShapes(endpoints: readonly NamedEndpoint[]): string[] {
  const users = new Map<z.ZodType, Map<string, string>>()
  for (const { area, name, endpoint } of endpoints) {
    for (const root of [endpoint.body, endpoint.reply]) {
      if (!root) continue
      for (const [shape, location] of largeShapesIn(root, root === endpoint.body ? 'body' : 'reply', new Set()))
        users.set(shape, (users.get(shape) ?? new Map()).set(`${area}.${name}`, location))
    }
  }
  return [...users]
    .filter(([, locations]) => locations.size > 1)
    .map(([, locations]) => {
      const list = [...locations].map(([endpoint, location]) => `${endpoint} (${location})`).join(', ')
      return `${list} share a schema without a name; name it with .meta({ id: 'Name' })`
    })
}

const large = 5

function largeShapesIn(schema: z.ZodType, at: string, within: Set<z.ZodType>): [z.ZodType, string][] {
  if (within.has(schema) || schema.meta()?.id !== undefined) return []
  const { shape } = definitionOf(schema)
  const own: [z.ZodType, string][] = shape && Object.keys(shape).length >= large ? [[schema, at]] : []
  const around = new Set([...within, schema])
  return [
    ...own,
    ...childrenOf(schema).flatMap(({ name, child }) =>
      largeShapesIn(child, name === undefined ? at : `${at}.${name}`, around),
    ),
  ]
}

function childrenOf(schema: z.ZodType): { name?: string; child: z.ZodType }[] {
  const { innerType, element, valueType, shape = {}, options = [], items = [], getter } = definitionOf(schema)
  const unnamed = [innerType, element, valueType, ...options, ...items, getter?.()]
  return [
    ...unnamed.flatMap((child) => (child ? [{ child }] : [])),
    ...Object.entries(shape).map(([name, child]) => ({ name, child })),
  ]
}

const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition
