// Replaces UUIDs of records in validated input by their ids, wherever the contract accepts either.
import type { z } from 'zod'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { RequestInput } from './read-input.ts'

/** Returns ids by UUID; UUIDs that name no record of the account are left out. */
export type FindIds = (accountId: number, uuids: readonly string[]) => Promise<ReadonlyMap<string, number>>

export type ResolveReferences = (input: RequestInput, accountId: number | undefined, findIds: FindIds) => Promise<void>

/** An id of no record: an unknown UUID gets the same response as an unknown id. */
const unknownId = -1

interface Location {
  container: Record<PropertyKey, unknown>
  key: PropertyKey
}

type Collect = (location: Location, found: Location[]) => void

/** Undefined if the endpoint accepts no such reference. */
export function createReferenceResolver({ params, query, body }: Endpoint): ResolveReferences | undefined {
  const collectors = Object.entries({ params, query, body }).flatMap(([part, schema]) => {
    const collect = schema && collectorOf(schema)
    return collect ? [{ part, collect }] : []
  })
  if (collectors.length === 0) return undefined
  return async (input, accountId, findIds) => {
    const locations: Location[] = []
    for (const { part, collect } of collectors) collect({ container: { ...input }, key: part }, locations)
    if (locations.length === 0) return
    const uuids = [...new Set(locations.map(uuidAt))]
    const ids = accountId === undefined ? new Map() : await findIds(accountId, uuids)
    for (const location of locations) location.container[location.key] = ids.get(uuidAt(location)) ?? unknownId
  }
}

const uuidAt = ({ container, key }: Location): string => String(container[key]).toLowerCase()

function collectorOf(schema: z.core.$ZodType): Collect | undefined {
  if ((schema as z.ZodType).meta()?.['x-reference'] === 'assistant')
    return (location, found) => {
      if (typeof location.container[location.key] === 'string') found.push(location)
    }
  const {
    innerType,
    in: input,
    shape,
    element,
  } = schema._zod.def as unknown as {
    innerType?: z.core.$ZodType
    in?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
  }
  const inner = innerType ?? input
  if (inner) return collectorOf(inner)
  if (element) return collectorOfItems(element)
  return shape && collectorOfFields(shape)
}

function collectorOfItems(element: z.core.$ZodType): Collect | undefined {
  const collect = collectorOf(element)
  if (!collect) return undefined
  return ({ container, key }, found) => {
    const list = container[key]
    if (Array.isArray(list)) for (const index of list.keys()) collect({ container: list as never, key: index }, found)
  }
}

function collectorOfFields(shape: Record<string, z.core.$ZodType>): Collect | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const collect = collectorOf(field)
    return collect ? [[name, collect] as const] : []
  })
  if (fields.length === 0) return undefined
  return ({ container, key }, found) => {
    const object = container[key]
    if (object === null || typeof object !== 'object') return
    for (const [name, collect] of fields) collect({ container: object as Location['container'], key: name }, found)
  }
}
