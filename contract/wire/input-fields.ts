// Lists the input fields of an endpoint, for the API reference and the command line.
import type { Endpoint } from './endpoint.ts'
import { inlineReferences, type JsonSchema, jsonSchemaOf } from './json-schema.ts'

export interface InputField {
  name: string
  place: 'path' | 'query' | 'body'
  required: boolean
  /** Without references. */
  schema: JsonSchema
}

export function inputFieldsOf({ params: path, query, body }: Endpoint): InputField[] {
  return Object.entries({ path, query, body }).flatMap(([place, shape]) => {
    if (!shape) return []
    const { properties = {}, required = [] } = inlineReferences(jsonSchemaOf(shape, 'input', (name) => name))
    return Object.entries(properties).map(([name, schema]) => {
      return { name, place: place as InputField['place'], required: required.includes(name), schema }
    })
  })
}
