// Generates the OpenAPI operations of endpoints and of webhooks.

import type { WebhookPayload } from '../events/webhook-payloads.ts'
import { scopeOf } from '../scopes.ts'
import { type Endpoint, pathsOf, type RateLimit } from '../wire/endpoint.ts'
import { acceptsForms, formType, multipartType, uploadFieldOf } from '../wire/forms.ts'
import { inputFieldsOf } from '../wire/input-fields.ts'
import { rolesOf } from '../wire/roles.ts'
import type { Json, SchemaRegistry } from './components.ts'
import { responsesOf } from './responses.ts'
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

/**
 * A body has one content type, because generated clients send no type or a wrong one if there is a choice: a form if a file
 * is required, and otherwise JSON without the file.
 */
function requestBodyOf(endpoint: Endpoint, body: NonNullable<Endpoint['body']>, schemas: SchemaRegistry): Json {
  const schema = schemas.schemaOf(body, 'input')
  const required = (schema.required ?? []).length > 0
  const file = uploadFieldOf(endpoint)
  if (file === undefined) return { required, content: { 'application/json': { schema } } }
  if (isRequired(body, file.name)) return { required, content: { [multipartType]: { schema } } }
  const { [file.name]: _, ...properties } = schema.properties!
  return { required, content: { 'application/json': { schema: { ...schema, properties } } } }
}

const isRequired = ({ shape }: NonNullable<Endpoint['body']>, field: string): boolean =>
  !shape[field]!.safeParse(undefined).success

/** Names the form that the endpoint accepts besides JSON. */
function formText(endpoint: Endpoint): string | undefined {
  if (acceptsForms(endpoint)) return `Also accepts \`${formType}\`.`
  const file = uploadFieldOf(endpoint)
  if (file === undefined || isRequired(endpoint.body!, file.name)) return undefined
  return `Also accepts \`${multipartType}\`, with the file in \`${file.name}\`.`
}

function descriptionOf(endpoint: Endpoint): string {
  const aliases = pathsOf(endpoint).slice(1)
  return [
    endpoint.description,
    formText(endpoint),
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

export function webhookOf(kind: string, { summary, description, body }: WebhookPayload, schemas: SchemaRegistry): Json {
  return {
    post: {
      tags: ['Webhooks'],
      operationId: `webhook.${kind}`,
      summary,
      description,
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { 'application/json': { schema: schemas.schemaOf(body, 'output') } } },
      responses: {
        '2XX': { description: 'The webhook was received.' },
        '410': { description: 'Disables the webhook.' },
        default: {
          description: 'Any other status, or no response within 15 seconds, is a failure. Parley retries the delivery.',
        },
      },
    },
  }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers: Json[] = [
  header('webhook-id', 'The id of the delivery, unchanged in retries. Use it to detect duplicates.'),
  header('webhook-timestamp', 'The time of the attempt, in Unix seconds.'),
  header(
    'webhook-signature',
    '`v1,` followed by the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}`.',
  ),
  header(
    'X-Signature-256',
    '`sha256=` followed by the hexadecimal HMAC-SHA256 of the raw body. The key is the whole secret as text, including `whsec_`.',
  ),
]
