// The endpoints of the caller's own account and its API keys.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParam, isoMicros, message, requiredText } from './fields.ts'

const apiKey = z.object({
  id,
  name: z.string(),
  last_used_at: isoMicros.nullable(),
  created_at: isoMicros,
})

export const accounts = {
  me: endpoint({
    method: 'GET',
    path: '/api/user/me',
    summary: 'Who am I, and what is left',
    description: 'Returns the account that the API key belongs to, and its balance.',
    auth: 'key',
    reply: z.object({
      name: z.string(),
      email: z.string(),
      total_balance: z.number().meta({ description: 'Minutes of a direct account, credits of a tenant.' }),
    }),
    envelope: 'message',
  }),

  listApiKeys: endpoint({
    method: 'GET',
    path: '/api/user/api-keys',
    summary: 'List API keys (metadata only)',
    description: 'Lists the keys in the order in which they were created. Tokens are never returned.',
    auth: 'key',
    reply: z.object({ api_keys: z.array(apiKey) }),
    envelope: 'message',
  }),

  createApiKey: endpoint({
    method: 'POST',
    path: '/api/user/api-keys',
    summary: 'Create an API key',
    description: 'The only time the token is shown.',
    auth: 'key',
    body: z.object({ name: requiredText(255) }),
    status: 201,
    reply: z.object({
      message: z.string(),
      api_key: z.object({ name: z.string(), token: z.string(), created_at: isoMicros }),
    }),
    envelope: 'message',
  }),

  deleteApiKey: endpoint({
    method: 'DELETE',
    path: '/api/user/api-keys/{id}',
    summary: 'Delete an API key',
    description: 'The key stops working at once.',
    auth: 'key',
    params: idParam,
    notFoundCode: { id: 'API_KEY_NOT_FOUND' },
    reply: message,
    refusals: { API_KEY_NOT_FOUND: { status: 404, message: 'API key not found.' } },
    envelope: 'message',
  }),
}
