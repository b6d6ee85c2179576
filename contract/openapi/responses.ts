// Generates the OpenAPI responses of an endpoint.
import type { Endpoint } from '../wire/endpoint.ts'
import { refusalBody, tooManyRequestsBody, unauthenticatedBody, unreadableBody } from '../wire/envelopes.ts'
import type { JsonSchema } from '../wire/json-schema.ts'
import {
  envelopeNames,
  headerRef,
  type Json,
  type SchemaRegistry,
  schemaLike,
  schemaRef,
  validationExample,
} from './components.ts'

interface Response {
  status: number
  /** The name of the example. */
  name: string
  description: string
  schema: JsonSchema
  example?: unknown
  headers?: Json
}

export function responsesOf(endpoint: Endpoint, schemas: SchemaRegistry): Json {
  const byStatus = Object.groupBy(errorsOf(endpoint), ({ status }) => status)
  return {
    [endpoint.status ?? 200]: success(endpoint, schemas, endpoint.status === 201 ? 'Created.' : 'Success.'),
    ...(endpoint.otherStatus
      ? { [endpoint.otherStatus.status]: success(endpoint, schemas, endpoint.otherStatus.description) }
      : {}),
    ...Object.fromEntries(Object.entries(byStatus).map(([status, answers]) => [status, response(answers!)])),
    default: {
      description: 'Any other error, with a `message`.',
      headers: { 'X-Request-Id': headerRef('RequestId') },
      content: { 'application/json': { schema: schemaRef('RefusalMessage') } },
    },
  }
}

function success(endpoint: Endpoint, schemas: SchemaRegistry, description: string): Json {
  return {
    description,
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      ...(endpoint.limit ? limitHeaders : {}),
      ...(endpoint.idempotent ? { 'Idempotent-Replayed': headerRef('IdempotentReplayed') } : {}),
    },
    content: {
      ...contentOf(endpoint, schemas),
      ...(endpoint.streams ? { 'text/event-stream': eventStream } : {}),
      ...(endpoint.otherContentType ? { [endpoint.otherContentType]: { schema: { type: 'string' } } } : {}),
    },
  }
}

function contentOf({ reply, events }: Endpoint, schemas: SchemaRegistry): Json {
  const file = reply.meta()?.['x-file']
  if (typeof file === 'string') return { [file]: { schema: { type: 'string', format: 'binary' } } }
  const schema = schemas.schemaOf(reply, 'output')
  return events ? { 'text/event-stream': { schema } } : { 'application/json': { schema } }
}

const limitHeaders = {
  'X-RateLimit-Limit': headerRef('RateLimitLimit'),
  'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
}

const retryHeaders = {
  ...limitHeaders,
  'X-RateLimit-Reset': headerRef('RateLimitReset'),
  'Retry-After': headerRef('RetryAfter'),
}

const eventStream = {
  schema: {
    type: 'string',
    description:
      'Server-sent events: `delta` events with `text`, then `done` with the JSON reply or `error` with the error body. An error within the first second is an ordinary response with its own status. During pauses, a comment line is sent every 15 seconds.',
  },
  example:
    'event: delta\ndata: {"text":"Good "}\n\nevent: delta\ndata: {"text":"morning!"}\n\nevent: done\ndata: {"message":"Good morning!"}\n\n',
}

function errorsOf(endpoint: Endpoint): Response[] {
  const { auth, query, body, refusals = {}, envelope, limit, validationMessage } = endpoint
  const errors: Response[] = []
  if (auth !== 'none')
    errors.push({
      status: 401,
      name: 'unauthenticated',
      description:
        auth === 'optional' ? 'The API key is not valid.' : 'The API key or the session is missing or not valid.',
      schema: endpoint.unauthenticated ? schemaLike(endpoint.unauthenticated) : schemaRef('Unauthenticated'),
      example: endpoint.unauthenticated ?? unauthenticatedBody,
    })
  if (auth === 'key' || auth === 'session' || auth === 'operator')
    errors.push({
      status: 403,
      name: 'forbidden',
      description: 'The role of the member or the scopes of the API key do not permit this.',
      schema: schemaRef(envelopeNames[envelope]),
      example: refusalBody(envelope, 'This needs the role owner; yours is viewer.', 'FORBIDDEN'),
    })
  if (body)
    errors.push({
      status: 400,
      name: 'unreadable_body',
      description: 'The body is not a JSON object.',
      schema: schemaRef(envelope === 'coded' ? 'UnreadableBodyCoded' : envelopeNames[envelope]),
      example: unreadableBody(envelope, 'The request body is not valid JSON.'),
    })
  if (query || body)
    errors.push({
      status: 422,
      name: 'validation',
      description: 'The input is not valid.',
      schema: schemaRef('Validation'),
      example: validationMessage ? { ...validationExample, message: validationMessage } : validationExample,
    })
  for (const [code, { status, message }] of Object.entries(refusals))
    errors.push({
      status,
      name: code,
      description: `\`${code}\` – ${message}`,
      schema: schemaRef(envelopeNames[envelope]),
      example: refusalBody(envelope, message, code.replace('*', '{code}')),
      ...(status === 429 ? { headers: retryHeaders } : {}),
    })
  if (limit)
    errors.push({
      status: 429,
      name: 'rate_limited',
      description: 'Too many requests. `retry_after` says how many seconds to wait.',
      schema: schemaRef(envelope === 'coded' ? 'TooManyRequestsCoded' : 'TooManyRequests'),
      example: tooManyRequestsBody(envelope, 1),
      headers: retryHeaders,
    })
  if (endpoint.idempotent)
    errors.push(
      {
        status: 409,
        name: 'no_answer_yet',
        description:
          'The first request with this `Idempotency-Key` is still in progress. Retry with the same key in a moment.',
        schema: schemaRef(envelopeNames[envelope]),
      },
      {
        status: 422,
        name: 'key_used_before',
        description:
          'The `Idempotency-Key` was used with a different request, or is too long or too short. The body also has the fields of the other errors.',
        schema: schemaRef('Validation'),
      },
    )
  return errors
}

function response(answers: Response[]): Json {
  const schemas = [...new Map(answers.map(({ schema }) => [JSON.stringify(schema), schema])).values()]
  const examples = answers.flatMap(({ name, description, example }) =>
    example === undefined ? [] : [[name, { summary: description, value: example }] as const],
  )
  return {
    description: answers.map(({ description }) => description).join('\n\n'),
    headers: Object.assign({ 'X-Request-Id': headerRef('RequestId') }, ...answers.map(({ headers }) => headers)),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
      },
    },
  }
}
