// The contract as an OpenAPI 3.1 document.
import type { Area } from '../endpoint.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { WebhookPayload } from '../webhook-payloads.ts'
import { type Json, schemaRef, securitySchemes, sharedHeaders, sharedParameters, sharedSchemas } from './components.ts'
import { introduction } from './introduction.ts'
import { type NamedEndpoint, operationOf } from './operation.ts'
import { openSchemaBook } from './schema-book.ts'
import { describeTag } from './tags.ts'
import { webhookOf } from './webhook.ts'

export interface OpenApiOptions {
  /** Where the service answers, without a trailing slash. */
  serverUrl: string
  version: string
  /** What is sent to receivers, by its kind. */
  webhooks?: Record<string, WebhookPayload>
}

/** Pure; some tens of milliseconds of work. Every endpoint stands under its own path, aliases in its description. */
export function openapiOf(contract: Record<string, Area>, options: OpenApiOptions): Json {
  const { serverUrl, version, webhooks = {} } = options
  const book = openSchemaBook()
  const paths: Record<string, Json> = {}
  for (const named of endpointsOf(contract)) {
    const { method, path } = named.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(named, book) }
  }
  const hooks = Object.fromEntries(
    Object.entries(webhooks).map(([kind, payload]) => [kind, webhookOf(kind, payload, book)]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version,
      summary: 'AI assistants that call, chat and message.',
      description: introduction,
      contact: { name: 'The operator of this installation', url: serverUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.keys(contract).map(describeTag),
    paths,
    webhooks: hooks,
    components: {
      schemas: usedSchemas(book.entries(), { paths, hooks }),
      headers: sharedHeaders,
      parameters: sharedParameters,
      securitySchemes,
    },
  }
}

/** Without the shared schemas that no operation refers to. */
function usedSchemas(schemas: Record<string, JsonSchema>, operations: Json): Record<string, JsonSchema> {
  const text = JSON.stringify(operations)
  const isUsed = (name: string) => !Object.hasOwn(sharedSchemas, name) || text.includes(`"${schemaRef(name).$ref}"`)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => isUsed(name)))
}

export function endpointsOf(contract: Record<string, Area>): NamedEndpoint[] {
  return Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ area, name, endpoint })),
  )
}
