// Shared components of the OpenAPI document, and the registry of its named schemas.

import type { z } from 'zod'
import type { Envelope } from '../wire/endpoint.ts'
import { refusalBody, tooManyRequestsBody, unauthenticatedBody, unreadableBody } from '../wire/envelopes.ts'
import { type Direction, type JsonSchema, jsonSchemaOf } from '../wire/json-schema.ts'

export type Json = Record<string, unknown>

export const envelopeNames: Record<Envelope, string> = {
  error: 'RefusalError',
  message: 'RefusalMessage',
  'message-error': 'RefusalMessageError',
  coded: 'RefusalCoded',
  status: 'RefusalStatus',
  'success-message': 'RefusalSuccessMessage',
}

const validationSchema: JsonSchema = {
  type: 'object',
  description: 'A validation error: the error messages by field. Nested fields use dot notation.',
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  },
  required: ['message', 'errors'],
}

/** Derives a schema from a sample body. */
export function schemaLike(sample: Json): JsonSchema {
  const properties = Object.entries(sample).map(([name, value]): [string, JsonSchema] => [
    name,
    typeof value === 'boolean'
      ? { type: 'boolean', const: value }
      : { type: typeof value === 'number' ? 'integer' : 'string' },
  ])
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(sample) }
}

export const sharedSchemas: Record<string, JsonSchema> = {
  Validation: validationSchema,
  Unauthenticated: schemaLike(unauthenticatedBody),
  TooManyRequests: schemaLike(tooManyRequestsBody('message', 1)),
  TooManyRequestsCoded: schemaLike(tooManyRequestsBody('coded', 1)),
  UnreadableBodyCoded: schemaLike(unreadableBody('coded', 'message')),
  ...Object.fromEntries(
    Object.entries(envelopeNames).map(([envelope, name]) => [
      name,
      schemaLike(refusalBody(envelope as Envelope, 'message', 'CODE')),
    ]),
  ),
}

export const validationExample = {
  message: 'The name field is required. (and 1 more error)',
  errors: {
    name: ['The name field is required.'],
    'links.0.url': ['The links.0.url format is invalid.'],
  },
}

export const sharedHeaders: Json = {
  RequestId: { description: 'Identifies the request in the log of the server.', schema: { type: 'string' } },
  RateLimitLimit: { description: 'The number of requests allowed in the window.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'The number of requests left in the window.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'When to retry, in Unix seconds.', schema: { type: 'integer' } },
  RetryAfter: { description: 'How long to wait before a retry, in seconds.', schema: { type: 'integer' } },
  IdempotentReplayed: {
    description: 'The response is that of the first request with this `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
}

export const sharedParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Requests with the same key take effect once; for 24 hours, repetitions return the first response. To start a conversation without an API key, use a random key of at least 16 characters, such as a UUID, so that visitors with the same IP address do not share conversations.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

export const securitySchemes: Json = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley_session',
    description:
      'The session of a signed-in member, from `POST /api/session`. Over HTTPS, the name begins with `__Host-`.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the account, `<id>|<secret>`.' },
}

export const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

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
