// What an endpoint may answer, status by status, as the OpenAPI document says it.
import type { Endpoint } from '../endpoint.ts'
import { refusalBody, tooManyRequestsBody, unauthenticatedBody, unreadableBody } from '../envelopes.ts'
import type { JsonSchema } from '../json-schema.ts'
import { envelopeNames, headerRef, type Json, schemaLike, schemaRef, validationExample } from './components.ts'
import type { SchemaBook } from './schema-book.ts'

interface Answer {
  status: number
  /** The name of its example. */
  name: string
  description: string
  schema: JsonSchema
  example?: unknown
  headers?: Json
}

export function responsesOf(endpoint: Endpoint, book: SchemaBook): Json {
  const byStatus = Object.groupBy(faultsOf(endpoint), ({ status }) => status)
  return {
    [endpoint.status ?? 200]: success(endpoint, book),
    ...Object.fromEntries(Object.entries(byStatus).map(([status, answers]) => [status, response(answers!)])),
    default: {
      description: 'Any other fault; `message` says which.',
      headers: { 'X-Request-Id': headerRef('RequestId') },
      content: { 'application/json': { schema: schemaRef('RefusalMessage') } },
    },
  }
}

function success(endpoint: Endpoint, book: SchemaBook): Json {
  return {
    description: endpoint.status === 201 ? 'Created.' : 'Done.',
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      ...(endpoint.limit ? limitHeaders : {}),
      ...(endpoint.idempotent ? { 'Idempotent-Replayed': headerRef('IdempotentReplayed') } : {}),
    },
    content: {
      'application/json': { schema: book.schemaOf(endpoint.reply, 'output') },
      ...(endpoint.streams ? { 'text/event-stream': eventStream } : {}),
    },
  }
}

const limitHeaders = {
  'X-RateLimit-Limit': headerRef('RateLimitLimit'),
  'X-RateLimit-Remaining': headerRef('RateLimitRemaining'),
}

const headersOfWait = {
  ...limitHeaders,
  'X-RateLimit-Reset': headerRef('RateLimitReset'),
  'Retry-After': headerRef('RetryAfter'),
}

const eventStream = {
  schema: {
    type: 'string',
    description:
      'Server-sent events: `delta` with {text} for every piece, then `done` with the JSON answer, or `error` with the body of the refusal. What is refused within the first second is an ordinary answer with its own status. While nothing is said, a comment line comes every 15 seconds.',
  },
  example:
    'event: delta\ndata: {"text":"Good "}\n\nevent: delta\ndata: {"text":"morning!"}\n\nevent: done\ndata: {"message":"Good morning!"}\n\n',
}

function faultsOf(endpoint: Endpoint): Answer[] {
  return [
    ...unauthenticated(endpoint),
    ...unreadable(endpoint),
    ...validation(endpoint),
    ...refusals(endpoint),
    ...tooManyRequests(endpoint),
    ...idempotency(endpoint),
  ]
}

function unauthenticated({ auth, unauthenticated: body }: Endpoint): Answer[] {
  if (auth === 'none') return []
  const description = auth === 'key' ? 'No API key, or none of ours.' : 'The API key is not valid.'
  const answer = { status: 401, name: 'unauthenticated', description }
  return [
    body
      ? { ...answer, schema: schemaLike(body), example: body }
      : { ...answer, schema: schemaRef('Unauthenticated'), example: unauthenticatedBody },
  ]
}

function unreadable({ body, envelope }: Endpoint): Answer[] {
  if (!body) return []
  return [
    {
      status: 400,
      name: 'unreadable_body',
      description: 'The body is not a JSON object.',
      schema: schemaRef(envelope === 'coded' ? 'UnreadableBodyCoded' : envelopeNames[envelope]),
      example: unreadableBody(envelope, 'The request body is not valid JSON.'),
    },
  ]
}

function validation({ query, body, validationMessage }: Endpoint): Answer[] {
  if (!query && !body) return []
  const example = validationMessage ? { ...validationExample, message: validationMessage } : validationExample
  return [
    {
      status: 422,
      name: 'validation',
      description: 'The input does not fit.',
      schema: schemaRef('Validation'),
      example,
    },
  ]
}

function refusals({ refusals = {}, envelope }: Endpoint): Answer[] {
  return Object.entries(refusals).map(([code, { status, message: sentence }]) => ({
    status,
    name: code,
    description: `\`${code}\` – ${sentence}`,
    schema: schemaRef(envelopeNames[envelope]),
    example: refusalBody(envelope, sentence, code.replace('*', '{code}')),
    ...(status === 429 ? { headers: headersOfWait } : {}),
  }))
}

function tooManyRequests({ limit, envelope }: Endpoint): Answer[] {
  if (!limit) return []
  return [
    {
      status: 429,
      name: 'rate_limited',
      description: 'Too many requests; how long to wait stands beside.',
      schema: schemaRef(envelope === 'coded' ? 'TooManyRequestsCoded' : 'TooManyRequests'),
      example: tooManyRequestsBody(envelope, 1),
      headers: headersOfWait,
    },
  ]
}

function idempotency({ idempotent, envelope }: Endpoint): Answer[] {
  if (!idempotent) return []
  return [
    {
      status: 409,
      name: 'no_answer_yet',
      description:
        'The first request under this `Idempotency-Key` is still being answered. Send it again under the same key in a moment.',
      schema: schemaRef(envelopeNames[envelope]),
    },
    {
      status: 422,
      name: 'key_used_before',
      description:
        'The `Idempotency-Key` was used before with another request, or is too long or too short; the fields of the other refusals stand beside.',
      schema: schemaRef('Validation'),
    },
  ]
}

function response(answers: Answer[]): Json {
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
