// Loads the schema of a request body, for the help, the limits and the choices of the fields of a form.
import { useQuery } from '@tanstack/react-query'
import type { Area, CallName } from './query.ts'

export interface FieldSchema {
  description?: string
  type?: string | string[]
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
  enum?: string[]
}

interface BodySchema {
  properties: Record<string, FieldSchema>
  required?: string[]
}

const loaders = import.meta.glob<BodySchema>(
  '../../generated/bodies/{knowledge,senders,messages,sms,phoneNumbers}.*.json',
  { import: 'default' },
)

/** Returns the schema of a field by its name; empty until the schema has been loaded. */
export function useFieldSchemas<A extends Area>(area: A, name: CallName<A>): (field: string) => FieldSchema {
  const { data } = useQuery({
    queryKey: ['schemas', area, name],
    queryFn: async () => (await loaders[`../../generated/bodies/${area}.${name}.json`]?.()) ?? { properties: {} },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (field) => data?.properties[field] ?? {}
}
