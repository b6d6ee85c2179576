// HTTP handlers of the servers on this machine.
import type { localServerEndpoints } from '#contract/account/local-servers.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { choicesOf, chooseLocalServer, removeLocalServer } from './local-servers.ts'
import { selectLocalServers } from './store-local-servers.ts'

export const localServerHandlers: Handlers<typeof localServerEndpoints> = {
  list: (ctx) => present(ctx),

  choose: async (ctx, { params, body }) => {
    await chooseLocalServer(ctx, { ...params, ...body })
    return present(ctx)
  },

  remove: async (ctx, { params }) => {
    await removeLocalServer(ctx, params.kind)
    return present(ctx)
  },
}

async function present({ db, vendors }: AccountContext) {
  const [chosen, servers] = await Promise.all([selectLocalServers(db), choicesOf(vendors)])
  const found = servers.flatMap(({ name, url, offers }) =>
    offers.map(({ kind, models }) => ({ kind, name, url, models: [...models] })),
  )
  return {
    found: found.filter(({ kind, url }) => !chosen.some((one) => one.kind === kind && one.url === url)),
    chosen: chosen.map(({ kind, name, url, model, chosenBy, chosenAt }) => ({
      kind,
      name,
      url,
      model,
      chosen_by: chosenBy,
      chosen_at: toIsoMicros(chosenAt),
      is_used: vendors.usesLocalServer(kind),
    })),
  }
}
