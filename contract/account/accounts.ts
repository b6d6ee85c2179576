// Endpoints of the account and its API keys.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { id, isoMicros, message, requiredText, text } from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'

const scopesInput = z
  .array(text(50).regex(/^[a-zA-Z]+:(read|write)$/))
  .min(1)
  .max(100)
  .meta({
    description:
      'Limits the key. A scope is the area of an endpoint, as in its operation id, and `read` for GET or `write` for other methods. Without scopes, the key may do everything.',
    example: ['calls:read', 'conversations:read'],
  })

const scopeList = z.array(z.string()).nullable().meta({ description: 'Null if the key is not limited.' })

const apiKey = z.object({
  id,
  name: z.string(),
  scopes: scopeList,
  last_used_at: isoMicros.nullable(),
  created_at: isoMicros,
})

const country = text(2)
  .regex(/^[A-Z]{2}$/)
  .meta({ example: 'DE', description: 'ISO 3166-1 alpha-2. Phone numbers without a country code are of this country.' })

const settings = z
  .object({
    name: z.string(),
    time_zone: z.string().meta({ example: 'Europe/Berlin', description: 'IANA. Days are days in this time zone.' }),
    country,
  })
  .meta({ id: 'AccountSettings' })

export const accounts = {
  me: endpoint('GET', '/api/user/me', {
    summary: 'Get the account',
    description: 'Returns the account that the caller acts for, with its balance.',
    access: 'follow',
    reply: z.object({
      name: z.string(),
      email: z.string(),
      total_balance: z.number().meta({ description: 'In minutes for a direct account, in credits for a tenant.' }),
    }),
  }),

  get: endpoint('GET', '/api/user/account', {
    summary: 'Get the settings of the account',
    access: 'follow',
    reply: settings,
  }),

  update: endpoint('PUT', '/api/user/account', {
    summary: 'Change the settings of the account',
    description: 'Fields that are left out stay. Takes effect within five seconds on every process.',
    access: 'manage',
    needsKnownField: true,
    body: z.object({ name: requiredText(255), time_zone: requiredText(64), country }).partial(),
    reply: settings,
  }),

  listApiKeys: endpoint('GET', '/api/user/api-keys', {
    summary: 'List API keys',
    access: 'manage',
    description: 'Returns the API keys of the account, oldest first. Only metadata is returned, never a token.',
    reply: z.object({ api_keys: z.array(apiKey) }),
  }),

  createApiKey: endpoint('POST', '/api/user/api-keys', {
    summary: 'Create an API key',
    description: 'Returns the token of the new key. It is shown only once. Only a key without limits can create keys.',
    access: 'manage',
    body: z.object({ name: requiredText(255), scopes: scopesInput.optional() }),
    status: 201,
    reply: z.object({
      message: z.string(),
      api_key: z.object({ name: z.string(), scopes: scopeList, token: z.string(), created_at: isoMicros }),
    }),
  }),

  deleteApiKey: endpoint('DELETE', '/api/user/api-keys/{id}', {
    summary: 'Delete an API key',
    description: 'The key stops working immediately.',
    access: 'manage',
    ...ofRecord('API_KEY_NOT_FOUND', 'API key not found.'),
    reply: message,
  }),
}
