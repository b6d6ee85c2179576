// HTTP handlers for API keys.
import { accounts } from '#contract/accounts.ts'
import { route } from '#server/platform/http/route.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { presentApiKey, presentNewApiKey } from './present.ts'
import { selectApiKeys } from './store.ts'

export const accountRoutes = [
  route(accounts.listApiKeys, async (ctx) => ({
    api_keys: (await selectApiKeys(ctx.db, ctx.account.id)).map(presentApiKey),
  })),

  route(accounts.createApiKey, async (ctx, { body }) => ({
    message: 'API key created successfully.',
    api_key: presentNewApiKey(await createApiKey(ctx, body)),
  })),

  route(accounts.deleteApiKey, async (ctx, { params }) => {
    await deleteApiKey(ctx, params)
    return { message: 'API key deleted successfully.' }
  }),
]
