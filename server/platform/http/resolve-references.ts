// Replaces the UUIDs of records in checked input by their ids, wherever the contract accepts either.
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Read } from './read-input.ts'

/** Ids by UUID; a UUID that is not in the answer names no record of the account. */
export type FindIds = (accountId: number, uuids: readonly string[]) => Promise<ReadonlyMap<string, number>>

export type Resolve = (input: Read['input'], accountId: number | undefined, findIds: FindIds) => Promise<void>

/** No record has this id, so an unknown UUID is answered like an id that does not exist. */
const absentId = -1

interface Place {
  holder: Record<PropertyKey, unknown>
  key: PropertyKey
}

type Collect = (place: Place, found: Place[]) => void

/** Undefined when the endpoint takes no such reference. */
export function resolverOf({ params, query, body }: Endpoint): Resolve | undefined {
  const collectors = Object.entries({ params, query, body }).flatMap(([part, schema]) => {
    const collect = schema && collectorOf(schema)
    return collect ? [{ part, collect }] : []
  })
  if (collectors.length === 0) return undefined
  return async (input, accountId, findIds) => {
    const places: Place[] = []
    for (const { part, collect } of collectors) collect({ holder: { ...input }, key: part }, places)
    if (places.length === 0) return
    const uuids = [...new Set(places.map(uuidAt))]
    const ids = accountId === undefined ? new Map() : await findIds(accountId, uuids)
    for (const place of places) place.holder[place.key] = ids.get(uuidAt(place)) ?? absentId
  }
}

const uuidAt = ({ holder, key }: Place): string => String(holder[key]).toLowerCase()

function collectorOf(schema: z.core.$ZodType): Collect | undefined {
  if ((schema as z.ZodType).meta()?.['x-reference'] === 'assistant')
    return (place, found) => {
      if (typeof place.holder[place.key] === 'string') found.push(place)
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
  return ({ holder, key }, found) => {
    const list = holder[key]
    if (Array.isArray(list)) for (const index of list.keys()) collect({ holder: list as never, key: index }, found)
  }
}

function collectorOfFields(shape: Record<string, z.core.$ZodType>): Collect | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const collect = collectorOf(field)
    return collect ? [[name, collect] as const] : []
  })
  if (fields.length === 0) return undefined
  return ({ holder, key }, found) => {
    const object = holder[key]
    if (object === null || typeof object !== 'object') return
    for (const [name, collect] of fields) collect({ holder: object as Place['holder'], key: name }, found)
  }
}
