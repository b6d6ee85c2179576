// One endpoint as an operation of the OpenAPI document.
import type { Endpoint, RateLimit } from '../endpoint.ts'
import { formType, takesForms } from '../forms.ts'
import { inputFieldsOf } from '../input-fields.ts'
import { pathsOf } from '../paths.ts'
import type { Json } from './components.ts'
import { responsesOf } from './responses.ts'
import type { SchemaBook } from './schema-book.ts'
import { tagOf } from './tags.ts'

export interface NamedEndpoint {
  area: string
  name: string
  endpoint: Endpoint
}

export function operationOf({ area, name, endpoint }: NamedEndpoint, book: SchemaBook): Json {
  const parameters = parametersOf(endpoint)
  const description = descriptionOf(endpoint)
  return {
    tags: [tagOf(area)],
    operationId: `${area}.${name}`,
    summary: endpoint.summary,
    ...(description === '' ? {} : { description }),
    security: security[endpoint.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint, endpoint.body, book) } : {}),
    responses: responsesOf(endpoint, book),
  }
}

const security: Record<Endpoint['auth'], Json[]> = { key: [{ bearer: [] }], optional: [{ bearer: [] }, {}], none: [] }

function parametersOf(endpoint: Endpoint): Json[] {
  const fields = inputFieldsOf(endpoint).filter(({ place }) => place !== 'body')
  const parameters = fields.map(({ name, place, required, schema: { description, ...schema } }) => ({
    name,
    in: place,
    required: place === 'path' || required,
    ...(description === undefined ? {} : { description }),
    schema,
  }))
  return endpoint.idempotent ? [...parameters, { $ref: '#/components/parameters/IdempotencyKey' }] : parameters
}

function requestBodyOf(endpoint: Endpoint, body: NonNullable<Endpoint['body']>, book: SchemaBook): Json {
  const schema = book.schemaOf(body, 'input')
  const content = { 'application/json': { schema }, ...(takesForms(endpoint) ? { [formType]: { schema } } : {}) }
  return { required: (schema.required ?? []).length > 0, content }
}

function descriptionOf(endpoint: Endpoint): string {
  const aliases = pathsOf(endpoint).slice(1)
  return [
    endpoint.description,
    endpoint.limit && limitSentence(endpoint.limit),
    endpoint.browsers && 'Pages of other sites may call it.',
    aliases.length > 0 && `Also available at ${list(aliases)}.`,
    endpoint.alsoMethods && `${list(endpoint.alsoMethods)} is accepted as well and does the same.`,
  ]
    .filter((paragraph) => typeof paragraph === 'string')
    .join('\n\n')
}

function limitSentence({ requests, windowMs, per }: RateLimit): string {
  const window = windowMs === 1000 ? 'second' : windowMs === 60_000 ? 'minute' : `${windowMs / 1000} seconds`
  return `At most ${requests} requests within any ${window} for each ${per === 'key' ? 'API key' : 'account'}.`
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')
