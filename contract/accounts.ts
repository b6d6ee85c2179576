// Endpoints of the account and its API keys.
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
    summary: 'Get the account',
    description: 'Returns the account that the API key belongs to, with its balance.',
    reply: z.object({
      name: z.string(),
      email: z.string(),
      total_balance: z.number().meta({ description: 'In minutes for a direct account, in credits for a tenant.' }),
    }),
  }),

  listApiKeys: endpoint({
    method: 'GET',
    path: '/api/user/api-keys',
    summary: 'List API keys',
    description: 'Returns the API keys of the account, oldest first. Only metadata is returned, never a token.',
    reply: z.object({ api_keys: z.array(apiKey) }),
  }),

  createApiKey: endpoint({
    method: 'POST',
    path: '/api/user/api-keys',
    summary: 'Create an API key',
    description: 'Returns the token of the new key. It is shown only once.',
    body: z.object({ name: requiredText(255) }),
    status: 201,
    reply: z.object({
      message: z.string(),
      api_key: z.object({ name: z.string(), token: z.string(), created_at: isoMicros }),
    }),
  }),

  deleteApiKey: endpoint({
    method: 'DELETE',
    path: '/api/user/api-keys/{id}',
    summary: 'Delete an API key',
    description: 'The key stops working immediately.',
    params: idParam,
    notFoundCode: { id: 'API_KEY_NOT_FOUND' },
    reply: message,
    refusals: { API_KEY_NOT_FOUND: { status: 404, message: 'API key not found.' } },
  }),
}
