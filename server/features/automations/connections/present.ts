// Maps connections to and from their API representation.
import type { connections } from '#contract/automations/connections.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Connection } from './connection.ts'
import type { ConnectionPatch } from './draft.ts'

export function readConnection(body: EndpointInput<typeof connections.update>['body']): ConnectionPatch {
  return {
    name: body.name,
    type: body.type,
    header: body.header,
    token: body.token,
    username: body.username,
    password: body.password,
    tokenUrl: body.token_url,
    clientId: body.client_id,
    clientSecret: body.client_secret,
    scopes: body.scopes,
    testUrl: body.test_url,
    allowedHosts: body.allowed_hosts,
  }
}

export function presentConnection(connection: Connection): ReplyOf<typeof connections.create>['data'] {
  const { id, name, type, settings, hint, testedAt, lastError, createdAt, updatedAt } = connection
  return {
    id,
    name,
    type,
    header: settings.header,
    username: settings.username,
    token_url: settings.tokenUrl,
    client_id: settings.clientId,
    scopes: settings.scopes,
    test_url: settings.testUrl,
    allowed_hosts: settings.allowedHosts,
    secret: hint,
    tested_at: testedAt === null ? null : toIsoMicros(testedAt),
    last_error: lastError,
    created_at: toIsoMicros(createdAt),
    updated_at: toIsoMicros(updatedAt),
  }
}
