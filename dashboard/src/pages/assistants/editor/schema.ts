// The limits, values, defaults and descriptions of fields, from the JSON schemas of the request bodies.
import { useQuery } from '@tanstack/react-query'
import { bodySchema, type JsonSchema } from '../../../api/body-schema.ts'
import { queryClient } from '../../../api/query.ts'

export type Schema = JsonSchema

export interface Schemas {
  update: Schema
  create: Schema
}

export const useSchemas = () =>
  useQuery({
    queryKey: ['schemas', 'assistants'],
    queryFn: async (): Promise<Schemas> => ({
      update: await queryClient.ensureQueryData(bodySchema('assistants', 'update')),
      create: await queryClient.ensureQueryData(bodySchema('assistants', 'create')),
    }),
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
