// Finds the ids in the requests of the contract, and the kind of record that each id refers to.
import type { z } from 'zod'
import { contract } from '#contract/index.ts'
import { type Endpoint, pathsOf, placeholdersOf } from '#contract/wire/endpoint.ts'
import { definitionOf, innermost } from '../requests/examples.ts'

export interface Position {
  /** `conversations.sendMessage` */
  call: string
  endpoint: Endpoint
  place: 'path' | 'query' | 'body'
  /** Field names, and `*` for the items of a list: `label_ids.*`, `tools.*.assistant_id`. */
  steps: string[]
  /** `api-key`, `assistant`, … */
  record: string
  form: 'number' | 'text'
}

/** Fields with ids of other services, and positions in a stream. */
const idsElsewhere: ReadonlySet<string> = new Set(['client_id', 'external_id', 'last_event_id'])

/** The settings of an assistant, whose ids are checked as those of an update. Tests of the settings show it. */
const settingsElsewhere = 'changed_settings'

export interface Call {
  name: string
  endpoint: Endpoint
}

/** A method and a path that reach an endpoint. */
export interface Way {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
}

/** Lists the endpoint's own method and path first, then every combination with its aliases. */
export function waysOf(endpoint: Endpoint): Way[] {
  const methods = [endpoint.method, ...(endpoint.alsoMethods ?? [])]
  return pathsOf(endpoint).flatMap((path) => methods.map((method) => ({ method, path })))
}

export const calls: readonly Call[] = Object.entries(contract as Record<string, Record<string, Endpoint>>).flatMap(
  ([area, endpoints]) => Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

export function positionsOf({ name, endpoint }: Call): Position[] {
  const position = (place: Position['place'], steps: string[], record: string, schema: z.ZodType): Position => {
    return { call: name, endpoint, place, steps, record, form: isText(schema) ? 'text' : 'number' }
  }
  return [
    ...placeholdersOf(endpoint.path).flatMap((param) =>
      alternativesOf(endpoint.params!.shape[param]).map((schema) =>
        position('path', [param], recordOfParam(endpoint.path, param), schema),
      ),
    ),
    ...namedIn(endpoint.query).map(([steps, schema]) => position('query', steps, recordOfField(steps), schema)),
    ...namedIn(endpoint.body).map(([steps, schema]) => position('body', steps, recordOfField(steps), schema)),
  ]
}

/** A field that accepts an id or a UUID counts as two positions. */
const alternativesOf = (schema: z.ZodType): z.ZodType[] => definitionOf(innermost(schema)).options ?? [schema]

const isText = (schema: z.ZodType): boolean => definitionOf(innermost(schema)).type === 'string'

function namedIn(root: z.ZodType | undefined): [steps: string[], schema: z.ZodType][] {
  if (!root) return []
  const found: [string[], z.ZodType][] = []
  walk(root, [])
  return found

  function walk(outer: z.ZodType, steps: string[]): void {
    const schema = innermost(outer)
    const { type, shape, element, options } = definitionOf(schema)
    if (['number', 'int', 'string'].includes(type)) {
      const name = steps.findLast((step) => step !== '*')
      if (name !== undefined && !idsElsewhere.has(name) && /(?:^|_)(?:id|uuid)s?$/.test(name))
        found.push([steps, outer])
    }
    for (const [name, field] of Object.entries(shape ?? {}))
      if (name !== settingsElsewhere) walk(field, [...steps, name])
    if (element) walk(element, [...steps, '*'])
    for (const option of options ?? []) walk(option, steps)
  }
}

/** `/api/user/api-keys/{id}` refers to an `api-key`, `…/{documentId}` to a `document`. */
function recordOfParam(path: string, param: string): string {
  if (param !== 'id' && param !== 'uuid')
    return recordOfField([param.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
  const segments = path.split('/')
  return singular(segments[segments.indexOf(`{${param}}`) - 1]!)
}

/** `label_ids.*` refers to a `label`. */
function recordOfField(steps: string[]): string {
  const name = steps.findLast((step) => step !== '*')!
  return name.replace(/_?(?:id|uuid)s?$/, '').replaceAll('_', '-')
}

export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') && !word.endsWith('sms') ? word.slice(0, -1) : word
}
