// HTTP handlers for the account and its API keys.
import type { accounts } from '#contract/accounts.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { presentApiKey, presentNewApiKey } from './present.ts'
import { findAccountRow, selectApiKeys } from './store.ts'

/** The balance belongs to billing, a higher layer, so the caller passes in how to read it. */
export const accountHandlers = (
  totalBalanceOf: (ctx: AccountContext) => Promise<number>,
): Handlers<typeof accounts> => ({
  me: async (ctx) => {
    const [account, totalBalance] = await Promise.all([findAccountRow(ctx.db, ctx.account.id), totalBalanceOf(ctx)])
    return { name: account!.name, email: account!.email, total_balance: totalBalance }
  },

  listApiKeys: async (ctx) => ({
    api_keys: (await selectApiKeys(ctx.db, ctx.account.id)).map(presentApiKey),
  }),

  createApiKey: async (ctx, { body }) => ({
    message: 'API key created successfully.',
    api_key: presentNewApiKey(await createApiKey(ctx, body)),
  }),

  deleteApiKey: async (ctx, { params }) => {
    await deleteApiKey(ctx, params)
    return { message: 'API key deleted successfully.' }
  },
})
