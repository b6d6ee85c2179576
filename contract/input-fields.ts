// The fields of an endpoint's input, one by one, for documents and command lines.
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { inlined, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

export interface InputField {
  name: string
  place: 'path' | 'query' | 'body'
  required: boolean
  /** Whole in itself, without references. */
  schema: JsonSchema
}

export function inputFieldsOf(endpoint: Endpoint): InputField[] {
  return [
    ...fieldsOf(endpoint.params, 'path'),
    ...fieldsOf(endpoint.query, 'query'),
    ...fieldsOf(endpoint.body, 'body'),
  ]
}

function fieldsOf(shape: z.ZodObject | undefined, place: InputField['place']): InputField[] {
  if (!shape) return []
  const { properties = {}, required = [] } = inlined(jsonSchemaOf(shape, 'input', (name) => name))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place,
    required: required.includes(name),
    schema,
  }))
}
