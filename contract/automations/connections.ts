// Endpoints of connections: named credentials for services that automations call.
import { z } from 'zod'
import { headerName, isReservedHeader } from '../assistants/tools.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, requiredText, text, timestamps, unreadable, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { ofRecord } from '../wire/records.ts'

export const connectionType = z.enum(['api_key', 'bearer', 'basic', 'oauth2']).meta({
  description:
    '`api_key`: the token in a header. `bearer`: the token as `Authorization: Bearer`. `basic`: a username and a password. `oauth2`: a token that is requested with client credentials (RFC 6749, section 4.4).',
})

const name = requiredText(100).meta({ description: 'Unique within the account.', example: 'CRM' })

/** Sent in a header. */
const secretLine = requiredText(4000).regex(/^[\x20-\x7e]*$/)

const header = z
  .string()
  .regex(headerName)
  .refine((value) => !isReservedHeader(value) && !/^idempotency-key$/i.test(value), 'The :attribute format is invalid.')

const host = z
  .string()
  .max(253)
  .regex(/^[a-z0-9.-]+$/)

const fields = {
  header: header
    .nullable()
    .optional()
    .meta({ description: 'For `api_key`: the name of the header. Defaults to `Authorization`.' }),
  token: secretLine.optional().meta({ description: 'Required for `api_key` and `bearer`. Write-only.' }),
  username: text(255)
    .regex(/^[^:\p{Cc}]*$/u)
    .nullable()
    .optional()
    .meta({ description: 'Required for `basic`.', example: 'example' }),
  password: text(1000)
    .regex(/^\P{Cc}*$/u)
    .optional()
    .meta({ description: 'For `basic`. Write-only.' }),
  token_url: webUrl.nullable().optional().meta({
    description: 'Required for `oauth2`: where tokens are requested.',
    example: 'https://auth.example.com/token',
  }),
  client_id: text(1000)
    .regex(/^[\x20-\x7e]*$/)
    .nullable()
    .optional()
    .meta({ description: 'Required for `oauth2`.', example: 'example' }),
  client_secret: secretLine.optional().meta({ description: 'Required for `oauth2`. Write-only.' }),
  scopes: text(1000)
    .regex(/^[\x20-\x7e]*$/)
    .nullable()
    .optional()
    .meta({ description: 'For `oauth2`: separated by spaces.', example: 'contacts.read contacts.write' }),
  test_url: webUrl.nullable().optional().meta({
    description:
      'Requested with the credentials whenever the connection is saved or tested. The response must have a status from 200 to 299.',
    example: 'https://api.example.com/me',
  }),
  allowed_hosts: z.array(host).max(20).optional().meta({
    description:
      'The hosts to which the credentials may be sent, such as `api.example.com`. An empty list, the default, allows every host.',
  }),
}

const connection = z
  .object({
    id,
    name: z.string(),
    type: connectionType,
    header: z.string().nullable(),
    username: z.string().nullable(),
    token_url: personal('url', z.string().nullable()),
    client_id: z.string().nullable(),
    scopes: z.string().nullable(),
    test_url: personal('url', z.string().nullable()),
    allowed_hosts: z.array(z.string()),
    secret: z.string().meta({
      description:
        'The token, password or client secret, masked: only the last four characters of secrets with at least 16 characters are shown.',
    }),
    tested_at: isoMicros.nullable().meta({ description: 'The time of the latest test. Null if there was none.' }),
    last_error: z.string().nullable().meta({ description: 'Why the latest test failed. Null if it succeeded.' }),
    unreadable,
    ...timestamps,
  })
  .meta({ id: 'Connection' })

const changed = z.object({ message: z.string(), data: connection })
const ofConnection = ofRecord('CONNECTION_NOT_FOUND', 'Connection not found.')

const tested =
  'The connection is tested before it is stored: with `oauth2` a token is requested, and `test_url` is requested if there is one. If the test fails, the response is 422 and nothing changes.'

export const connections = {
  list: endpoint('GET', '/api/user/connections', {
    summary: 'List connections',
    description: 'Returns all connections of the account, oldest first, without their secrets.',
    reply: z.object({ data: z.array(connection) }),
  }),

  create: endpoint('POST', '/api/user/connections', {
    summary: 'Create a connection',
    description: `Secrets are stored encrypted and never returned. ${tested} An account can have up to 100 connections.`,
    body: z.object({ name, type: connectionType, ...fields }),
    status: 201,
    reply: changed,
  }),

  update: endpoint('PUT', '/api/user/connections/{id}', {
    summary: 'Update a connection',
    description: `Missing fields stay unchanged, secrets too. ${tested}`,
    ...ofConnection,
    body: z.object({ name: name.optional(), type: connectionType.optional(), ...fields }),
    reply: changed,
  }),

  test: endpoint('POST', '/api/user/connections/{id}/test', {
    summary: 'Test a connection',
    description:
      'Tests the stored connection. If the test fails, the response is 422 and `last_error` gives the reason. A connection that is not of the type `oauth2` and has no `test_url` cannot be tested.',
    ...ofConnection,
    reply: changed,
  }),

  delete: endpoint('DELETE', '/api/user/connections/{id}', {
    summary: 'Delete a connection',
    description: 'Steps that use the connection fail afterwards.',
    ...ofConnection,
    reply: message,
  }),
}
