// HTTP handlers of the vendors' keys, for the account and for the installation.
import type { installationVendors, vendors } from '#contract/account/vendors.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { type KeyInput, removeKey, retestKey, setKey } from './change-key.ts'
import { openKey } from './seal-key.ts'
import { type KeyOwner, type StoredKey, selectKeys } from './store.ts'

export const vendorHandlers: Handlers<typeof vendors> = handlersOf((ctx) => ctx.account.id)
export const installationHandlers: Handlers<typeof installationVendors> = handlersOf(() => undefined)

interface Input {
  params: Pick<KeyInput, 'vendor'>
  body: {
    access_key?: string | null | undefined
    server_url?: string | null | undefined
    region?: string | null | undefined
  }
}

function handlersOf(ownerOf: (ctx: AccountContext) => KeyOwner) {
  return {
    list: async (ctx: AccountContext) => present(ctx, ownerOf(ctx)),

    set: async (ctx: AccountContext, { params, body }: Input) => {
      const { access_key: apiKey, server_url: baseUrl, region } = body
      await setKey(ctx, ownerOf(ctx), { ...params, apiKey, baseUrl, region })
      return present(ctx, ownerOf(ctx))
    },

    test: async (ctx: AccountContext, { params }: Pick<Input, 'params'>) => {
      await retestKey(ctx, ownerOf(ctx), params.vendor)
      return present(ctx, ownerOf(ctx))
    },

    remove: async (ctx: AccountContext, { params }: Pick<Input, 'params'>) => {
      await removeKey(ctx, ownerOf(ctx), params.vendor)
      return present(ctx, ownerOf(ctx))
    },
  }
}

async function present(ctx: AccountContext, owner: KeyOwner) {
  const own = await selectKeys(ctx.db, owner)
  const data = ctx.vendors.all.map((facts) => {
    const key = own.find(({ vendor }) => vendor === facts.vendor)
    return {
      ...facts,
      kinds: facts.kinds.filter((kind) => kind !== 'embeddings' || owner === undefined),
      accepts: [...facts.accepts],
      uses: ctx.vendors.sourceOf(facts.vendor, owner) ?? null,
      variable: ctx.vendors.variableOf(facts.vendor) ?? null,
      key: key ? presentKey(key, openKey(ctx.settings.masterKey, owner, key) === undefined) : null,
    }
  })
  return { answering: ctx.vendors.answering(owner), data }
}

const presentKey = ({ hint, baseUrl, region, setBy, setAt, testedAt, lastError }: StoredKey, unreadable: boolean) => ({
  hint,
  server_url: baseUrl,
  region,
  set_by: setBy,
  set_at: toIsoMicros(setAt),
  tested_at: toIsoMicros(testedAt),
  last_error: lastError,
  unreadable,
})
