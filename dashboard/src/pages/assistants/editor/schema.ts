// The limits, values, defaults and descriptions of fields, from the JSON schemas of the request bodies.
import { useQuery } from '@tanstack/react-query'

export interface Schema {
  description?: string
  enum?: readonly (string | null)[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  default?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
}

export interface Schemas {
  update: Schema
  create: Schema
}

const files = import.meta.glob<{ default: Schema }>('../../../../generated/bodies/assistants.{create,update}.json')

async function load(name: string): Promise<Schema> {
  const [, read] = Object.entries(files).find(([path]) => path.endsWith(`assistants.${name}.json`))!
  return (await read()).default
}

export const useSchemas = () =>
  useQuery({
    queryKey: ['schemas', 'assistants'],
    queryFn: async (): Promise<Schemas> => ({ update: await load('update'), create: await load('create') }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** `handover.office_hours.windows.days`; items of lists and the `data` of tools have no step of their own. */
export function schemaAt(root: Schema, path: string): Schema {
  let schema = root
  for (const step of path.split('.')) {
    let inner = schema.properties ? schema : (schema.anyOf?.[0] ?? schema.items ?? schema)
    if (!inner.properties && inner.items) inner = inner.items
    inner = inner.properties?.['data']?.properties && step !== 'type' ? inner.properties['data'] : inner
    schema = inner.properties?.[step] ?? {}
  }
  return schema
}

export const valuesOf = (schema: Schema): string[] => (schema.enum ?? []).filter((value) => value !== null)
