// Checks that the replies of a contract are plain data, known field by field.
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
const free = ['any', 'unknown']
const wrappers = ['optional', 'nullable', 'readonly', 'lazy']
const containers = ['object', 'array', 'record', 'union', 'tuple', 'intersection']

export function checkReply({ area, name, endpoint }: NamedEndpoint): string[] {
  return faultsIn(endpoint.reply, 'reply', false, new Set()).map((fault) => `${area}.${name} ${fault}`)
}

function faultsIn(schema: z.ZodType, at: string, explained: boolean, within: Set<z.ZodType>): string[] {
  if (within.has(schema)) return []
  const { type } = definitionOf(schema)
  const isExplained = explained || schema.meta()?.description !== undefined
  if (free.includes(type)) return isExplained ? [] : [`answers ${at} with anything and does not describe it`]
  if (scalars.includes(type)) return []
  if (!wrappers.includes(type) && !containers.includes(type))
    return [`answers ${at} with ${type}, which is no plain data`]
  const around = new Set([...within, schema])
  return childrenOf(schema).flatMap(({ name, child }) =>
    faultsIn(child, name === undefined ? at : `${at}.${name}`, isExplained && name === undefined, around),
  )
}

/** Shapes of many fields that several endpoints share: one name each keeps the document, and its clients, small. */
export function checkSharedShapes(endpoints: readonly NamedEndpoint[]): string[] {
  const users = new Map<z.ZodType, Map<string, string>>()
  for (const { area, name, endpoint } of endpoints) {
    for (const root of [endpoint.body, endpoint.reply]) {
      if (!root) continue
      for (const [shape, place] of largeShapesIn(root, root === endpoint.body ? 'body' : 'reply', new Set()))
        users.set(shape, (users.get(shape) ?? new Map()).set(`${area}.${name}`, place))
    }
  }
  return [...users]
    .filter(([, places]) => places.size > 1)
    .map(([, places]) => {
      const list = [...places].map(([endpoint, place]) => `${endpoint} (${place})`).join(', ')
      return `${list} share a shape without a name; give it one with .meta({ id: 'Name' })`
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
