// Collects the named schemas of the OpenAPI document.
import type { z } from 'zod'
import { type Direction, type JsonSchema, jsonSchemaOf } from '../json-schema.ts'
import { schemaRef, sharedSchemas } from './components.ts'

export interface SchemaRegistry {
  /** Converts a schema, and registers the named schemas inside it. */
  schemaOf(shape: z.ZodType, direction: Direction): JsonSchema
  /** Sorted by name. */
  entries(): Record<string, JsonSchema>
}

export function createSchemaRegistry(): SchemaRegistry {
  const schemas = new Map<string, JsonSchema>(Object.entries(sharedSchemas))
  return {
    schemaOf(shape, direction) {
      const nameOf = (id: string) => (direction === 'output' || id.endsWith('Input') ? id : `${id}Input`)
      const { schema, named } = jsonSchemaOf(shape, direction, (id) => schemaRef(nameOf(id)).$ref!)
      for (const [id, one] of Object.entries(named)) register(schemas, nameOf(id), one)
      return schema
    },
    entries: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function register(schemas: Map<string, JsonSchema>, name: string, schema: JsonSchema): void {
  const known = schemas.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two different schemas of the contract have the name ${name}`)
  schemas.set(name, schema)
}
