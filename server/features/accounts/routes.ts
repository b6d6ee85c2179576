// HTTP handlers for the account and its API keys.

import type { accounts } from '#contract/account/accounts.ts'
import { scopes } from '#contract/scopes.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import { createApiKey, deleteApiKey } from './api-keys.ts'
import { findAccountRow, selectApiKeys } from './store.ts'

/** The balance that the account can spend. */
export const totalBalancePoint = extensionPoint<(ctx: AccountContext) => Promise<number>>(
  'accounts.total-balance',
  async () => 0,
)

function checkedScopes<B extends { scopes?: readonly string[] | undefined }>(body: B): B {
  if (body.scopes?.some((scope) => !scopes.includes(scope))) throw invalidSelection('scopes')
  return body
}

export const accountHandlers: Handlers<typeof accounts> = {
  me: async (ctx) => {
    const [account, totalBalance] = await Promise.all([
      findAccountRow(ctx.db, ctx.account.id),
      extensionOf(ctx, totalBalancePoint)(ctx),
    ])
    return { name: account!.name, email: account!.email, total_balance: totalBalance }
  },

  listApiKeys: async (ctx) => ({
    api_keys: (await selectApiKeys(ctx.db, ctx.account.id)).map((key) => toApi(key)),
  }),

  createApiKey: async (ctx, { body }) => ({
    message: 'API key created successfully.',
    api_key: toApi(await createApiKey(ctx, checkedScopes(body))),
  }),

  deleteApiKey: async (ctx, { params }) => {
    await deleteApiKey(ctx, params)
    return { message: 'API key deleted successfully.' }
  },
}
