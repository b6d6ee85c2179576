// The parts of the OpenAPI document that many endpoints share.
import type { Envelope } from '../endpoint.ts'
import { refusalBody, tooManyRequestsBody, unauthenticatedBody, unreadableBody } from '../envelopes.ts'
import type { JsonSchema } from '../json-schema.ts'

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
  description: 'The input does not fit: every fault as a sentence under its field, nested fields dotted.',
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  },
  required: ['message', 'errors'],
}

/** The schema of bodies that are written like this one. */
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
  UnreadableBodyCoded: schemaLike(unreadableBody('coded', 'sentence')),
  ...Object.fromEntries(
    Object.entries(envelopeNames).map(([envelope, name]) => [
      name,
      schemaLike(refusalBody(envelope as Envelope, 'sentence', 'CODE')),
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
  RequestId: { description: 'Names this request in our log.', schema: { type: 'string' } },
  RateLimitLimit: { description: 'How many requests the window takes.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'How many of them are left.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'When to try again, in Unix seconds.', schema: { type: 'integer' } },
  RetryAfter: { description: 'When to try again, in seconds from now.', schema: { type: 'integer' } },
  IdempotentReplayed: {
    description: 'The answer is that of the first request under this `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
}

export const sharedParameters: Json = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The call takes effect once however often it is made under one key; the first answer is given again for 24 hours. Requests that start a conversation without an API key need a random key of at least 16 characters, such as a UUID, so that visitors behind one address do not share conversations.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
}

export const securitySchemes: Json = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the account, `<id>|<secret>`.' },
}

export const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` })
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
