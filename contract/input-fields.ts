// Lists the input fields of an endpoint, for the API reference and the command line.
import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { inlineReferences, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

export interface InputField {
  name: string
  place: 'path' | 'query' | 'body'
  required: boolean
  /** Without references. */
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
  const { properties = {}, required = [] } = inlineReferences(jsonSchemaOf(shape, 'input', (name) => name))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place,
    required: required.includes(name),
    schema,
  }))
}
