// The named shapes of the OpenAPI document, collected while its endpoints are written.
import type { z } from 'zod'
import { type Direction, type JsonSchema, jsonSchemaOf } from '../json-schema.ts'
import { schemaRef, sharedSchemas } from './components.ts'

export interface SchemaBook {
  /** The shape's schema; what has a name within it is entered and referred to. */
  schemaOf(shape: z.ZodType, direction: Direction): JsonSchema
  /** By name, in alphabetical order. */
  entries(): Record<string, JsonSchema>
}

export function openSchemaBook(): SchemaBook {
  const book = new Map<string, JsonSchema>(Object.entries(sharedSchemas))
  return {
    schemaOf(shape, direction) {
      const nameOf = (id: string) => (direction === 'output' || id.endsWith('Input') ? id : `${id}Input`)
      const { schema, named } = jsonSchemaOf(shape, direction, (id) => schemaRef(nameOf(id)).$ref!)
      for (const [id, one] of Object.entries(named)) enter(book, nameOf(id), one)
      return schema
    },
    entries: () => Object.fromEntries([...book].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function enter(book: Map<string, JsonSchema>, name: string, schema: JsonSchema): void {
  const known = book.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two different shapes of the contract have the name ${name}`)
  book.set(name, schema)
}
