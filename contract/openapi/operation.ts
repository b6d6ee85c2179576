// Generates the OpenAPI operation of an endpoint.

import { scopeOf } from '../scopes.ts'
import type { Endpoint, RateLimit } from '../wire/endpoint.ts'
import { acceptsForms, formType, multipartType, uploadFieldOf } from '../wire/forms.ts'
import { inputFieldsOf } from '../wire/input-fields.ts'
import type { JsonSchema } from '../wire/json-schema.ts'
import { pathsOf } from '../wire/paths.ts'
import { rolesOf } from '../wire/roles.ts'
import type { Json } from './components.ts'
import { responsesOf } from './responses.ts'
import type { SchemaRegistry } from './schema-registry.ts'
import { tagOf } from './tags.ts'

export interface NamedEndpoint {
  area: string
  name: string
  endpoint: Endpoint
}

export function operationOf({ area, name, endpoint }: NamedEndpoint, schemas: SchemaRegistry): Json {
  const parameters = parametersOf(endpoint)
  const description = descriptionOf(endpoint)
  return {
    tags: [tagOf(area)],
    operationId: `${area}.${name}`,
    summary: endpoint.summary,
    ...(description === '' ? {} : { description }),
    security: security[endpoint.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint, endpoint.body, schemas) } : {}),
    responses: responsesOf(endpoint, schemas),
  }
}

/** Who may call an endpoint of an account. */
function permissionText(endpoint: Endpoint): string {
  const scope = scopeOf(endpoint)
  const keys = scope === undefined ? 'API keys without limits' : `API keys with the scope \`${scope}\``
  return `Roles: ${list(rolesOf[endpoint.access])}. ${keys}.`
}

const security: Record<Endpoint['auth'], Json[]> = {
  key: [{ bearer: [] }, { session: [] }],
  optional: [{ bearer: [] }, { session: [] }, {}],
  session: [{ session: [] }],
  operator: [{ session: [] }],
  none: [],
}

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

function requestBodyOf(endpoint: Endpoint, body: NonNullable<Endpoint['body']>, schemas: SchemaRegistry): Json {
  const schema = schemas.schemaOf(body, 'input')
  const form = acceptsForms(endpoint) ? { [formType]: { schema } } : {}
  return { required: (schema.required ?? []).length > 0, content: { ...jsonContentOf(endpoint, schema), ...form } }
}

/**
 * An endpoint with a file accepts JSON without the file, unless the file is required. Generated clients send a streamed
 * file in a form, because generators do not support a form and the file itself as alternatives.
 */
function jsonContentOf(endpoint: Endpoint, schema: JsonSchema): Json {
  const file = uploadFieldOf(endpoint)
  if (file === undefined) return { 'application/json': { schema } }
  const { [file.name]: _, ...properties } = schema.properties!
  const json = schema.required?.includes(file.name) ? {} : { 'application/json': { schema: { ...schema, properties } } }
  return { ...json, [multipartType]: { schema } }
}

function descriptionOf(endpoint: Endpoint): string {
  const aliases = pathsOf(endpoint).slice(1)
  return [
    endpoint.description,
    endpoint.auth === 'key' && permissionText(endpoint),
    endpoint.limit && rateLimitText(endpoint.limit),
    endpoint.browsers && 'Can be called from browsers on any site (CORS).',
    aliases.length > 0 && `Also available at ${list(aliases)}.`,
    endpoint.alsoMethods && `Also accepts ${list(endpoint.alsoMethods)}.`,
  ]
    .filter((paragraph) => typeof paragraph === 'string')
    .join('\n\n')
}

function rateLimitText({ requests, windowMs, per }: RateLimit): string {
  const window = windowMs === 1000 ? 'second' : windowMs === 60_000 ? 'minute' : `${windowMs / 1000} seconds`
  return `Rate limit: ${requests} requests per ${window} for each ${per === 'key' ? 'API key' : 'account'}.`
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')
