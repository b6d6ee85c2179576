// Generates the OpenAPI 3.1 document of the contract.

import type { WebhookPayload } from '../events/webhook-payloads.ts'
import type { Area } from '../wire/endpoint.ts'
import type { JsonSchema } from '../wire/json-schema.ts'
import {
  createSchemaRegistry,
  type Json,
  schemaRef,
  securitySchemes,
  sharedHeaders,
  sharedParameters,
  sharedSchemas,
} from './components.ts'
import { introductionOf } from './introduction.ts'
import { type NamedEndpoint, operationOf, webhookOf } from './operation.ts'
import { describeTag } from './tags.ts'

export interface OpenApiOptions {
  /** Without a trailing slash. */
  serverUrl: string
  version: string
  /** Webhook payloads by kind. */
  webhooks?: Record<string, WebhookPayload>
}

/** Takes some tens of milliseconds. Each endpoint is listed under its primary path; its description names the aliases. */
export function openapiOf(contract: Record<string, Area>, options: OpenApiOptions): Json {
  const { serverUrl, version, webhooks = {} } = options
  const schemas = createSchemaRegistry()
  const paths: Record<string, Json> = {}
  for (const named of endpointsOf(contract)) {
    const { method, path } = named.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(named, schemas) }
  }
  const hooks = Object.fromEntries(
    Object.entries(webhooks).map(([kind, payload]) => [kind, webhookOf(kind, payload, schemas)]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version,
      summary: 'AI assistants that call, chat and message.',
      description: introductionOf(serverUrl),
      contact: { name: 'The operator of this installation', url: serverUrl },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.keys(contract).map(describeTag),
    paths,
    webhooks: hooks,
    components: {
      schemas: usedSchemas(schemas.entries(), { paths, hooks }),
      headers: sharedHeaders,
      parameters: sharedParameters,
      securitySchemes,
    },
  }
}

/** Leaves out shared schemas that no operation refers to. */
function usedSchemas(all: Record<string, JsonSchema>, operations: Json): Record<string, JsonSchema> {
  const text = JSON.stringify(operations)
  const isUsed = (name: string) => !Object.hasOwn(sharedSchemas, name) || text.includes(`"${schemaRef(name).$ref}"`)
  return Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(name)))
}

export function endpointsOf(contract: Record<string, Area>): NamedEndpoint[] {
  return Object.entries(contract).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ area, name, endpoint })),
  )
}
