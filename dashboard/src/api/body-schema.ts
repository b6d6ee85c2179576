// Loads the schema of a request body, for the help, the limits and the choices of the fields of a form.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Area, CallName } from './query.ts'

/** JSON Schema, as far as forms use it. */
export interface JsonSchema {
  description?: string
  type?: string | string[]
  enum?: readonly (string | null)[]
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: JsonSchema
}

const loaders = import.meta.glob<JsonSchema>(
  '../../generated/bodies/{assistants,campaigns,knowledge,messages,phoneNumbers,senders,sms}.*.json',
  { import: 'default' },
)

export const bodySchema = <A extends Area>(area: A, name: CallName<A>) =>
  queryOptions({
    queryKey: ['schemas', area, name],
    queryFn: () => loaders[`../../generated/bodies/${area}.${name}.json`]!(),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Returns the schema of a field by its name; empty until the schema has been loaded. */
export function useFieldSchemas<A extends Area>(area: A, name: CallName<A>): (field: string) => JsonSchema {
  const { data } = useQuery(bodySchema(area, name))
  return (field) => data?.properties?.[field] ?? {}
}
