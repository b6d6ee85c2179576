// Collects the named schemas of the OpenAPI document.
import type { z } from 'zod'
import { type Direction, type JsonSchema, jsonSchemaOf } from '../wire/json-schema.ts'
import { schemaRef, sharedSchemas } from './components.ts'

export type SchemaRegistry = ReturnType<typeof createSchemaRegistry>

export function createSchemaRegistry() {
  const schemas = new Map<string, JsonSchema>(Object.entries(sharedSchemas))
  return {
    /** Converts a schema, and registers the named schemas inside it. */
    schemaOf(shape: z.ZodType, direction: Direction): JsonSchema {
      const nameOf = (id: string) => (direction === 'output' || id.endsWith('Input') ? id : `${id}Input`)
      const { schema, named } = jsonSchemaOf(shape, direction, (id) => schemaRef(nameOf(id)).$ref!)
      for (const [id, definition] of Object.entries(named)) {
        const name = nameOf(id)
        const known = schemas.get(name)
        if (known && JSON.stringify(known) !== JSON.stringify(definition))
          throw new Error(`Two different schemas of the contract have the name ${name}`)
        schemas.set(name, definition)
      }
      return schema
    },
    /** Sorted by name. */
    entries: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
