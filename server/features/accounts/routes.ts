// HTTP handlers for the account and its API keys.

import { isSupportedCountry } from 'libphonenumber-js/max'
import type { accounts } from '#contract/account/accounts.ts'
import { scopes } from '#contract/scopes.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { toApi } from '#server/platform/http/replies/api-names.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { invalidSelection } from '#server/platform/refusal.ts'
import { isTimeZone } from '#server/platform/time/timestamps.ts'
import { createApiKey, deleteApiKey } from './api-keys.ts'
import { type AccountRow, findAccountRow, selectApiKeys, updateAccountRow } from './store.ts'

/** The balance that the account can spend. */
export const totalBalancePoint = extensionPoint<(ctx: AccountContext) => Promise<number>>(
  'accounts.total-balance',
  async () => 0,
)

function checkedScopes<B extends { scopes?: readonly string[] | undefined }>(body: B): B {
  if (body.scopes?.some((scope) => !scopes.includes(scope))) throw invalidSelection('scopes')
  return body
}

const presentSettings = ({ name, timeZone, country }: AccountRow) => ({ name, time_zone: timeZone, country })

export const accountHandlers: Handlers<typeof accounts> = {
  me: async (ctx) => {
    const [account, totalBalance] = await Promise.all([
      findAccountRow(ctx.db, ctx.account.id),
      extensionOf(ctx, totalBalancePoint)(ctx),
    ])
    return { name: account!.name, email: account!.email, total_balance: totalBalance }
  },

  get: async (ctx) => presentSettings((await findAccountRow(ctx.db, ctx.account.id))!),

  update: async (ctx, { body: { name, time_zone: timeZone, country } }) => {
    if (timeZone !== undefined && !isTimeZone(timeZone)) throw invalidSelection('time_zone')
    if (country !== undefined && !isSupportedCountry(country)) throw invalidSelection('country')
    const changes = Object.entries({ name, timeZone, country }).filter(([, value]) => value !== undefined)
    return presentSettings(await updateAccountRow(ctx.db, ctx.account.id, Object.fromEntries(changes)))
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
