// Servers on this machine: what they offer, and which of them an operator has chosen for the installation.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { type LocalKind, type LocalServer, localKinds, type Vendors } from '#server/ports/vendors.ts'
import { useChangedKeys } from './change-key.ts'
import { deleteLocalServer, saveLocalServer } from './store-local-servers.ts'
import { announceKeys } from './stored-keys.ts'

type Finder = Pick<Vendors, 'answering' | 'findLocalServers' | 'usesLocalServer'>

const isFree = ({ answering }: Finder, kind: LocalKind): boolean => answering(undefined)[kind].source === 'built_in'

/** What the servers offer for kinds that nothing is configured for. Asks them only if there is such a kind. */
export const offeredLocally = (vendors: Finder): Promise<LocalServer[]> =>
  offeredFor(
    localKinds.filter((kind) => isFree(vendors, kind)),
    vendors,
  )

/** The same, and what could replace the chosen servers. */
export const choicesOf = (vendors: Finder): Promise<LocalServer[]> =>
  offeredFor(
    localKinds.filter((kind) => isFree(vendors, kind) || vendors.usesLocalServer(kind)),
    vendors,
  )

async function offeredFor(wanted: readonly LocalKind[], { findLocalServers }: Finder): Promise<LocalServer[]> {
  if (wanted.length === 0) return []
  return (await findLocalServers()).flatMap((server) => {
    const offers = server.offers.filter(({ kind }) => wanted.includes(kind))
    return offers.length === 0 ? [] : { ...server, offers }
  })
}

interface Choice {
  kind: LocalKind
  url: string
  model?: string | undefined
}

/** Refuses with `KIND_CONFIGURED` or `LOCAL_SERVER_NOT_FOUND`. */
export async function chooseLocalServer(ctx: AccountContext, { kind, url, model }: Choice): Promise<void> {
  const { vendors } = ctx
  if (!isFree(vendors, kind) && !vendors.usesLocalServer(kind)) throw new Refusal('KIND_CONFIGURED')
  const found = (await vendors.findLocalServers()).find((server) => server.url === url)
  const models = found?.offers.find((offer) => offer.kind === kind)?.models
  const chosen = orRefuse(
    models?.find((name) => model === undefined || name === model),
    'LOCAL_SERVER_NOT_FOUND',
  )
  await transaction(ctx, async ({ db }) => {
    const server = { kind, name: found!.name, url, model: chosen }
    await saveLocalServer(db, { ...server, chosenBy: ctx.actor?.name ?? 'command line' })
    await announceKeys(db, undefined)
  })
  await useChangedKeys(ctx, undefined)
}

/** Refuses with `LOCAL_SERVER_NOT_FOUND`. */
export async function removeLocalServer(ctx: AccountContext, kind: LocalKind): Promise<void> {
  await transaction(ctx, async ({ db }) => {
    if (!(await deleteLocalServer(db, kind)))
      throw new Refusal('LOCAL_SERVER_NOT_FOUND', 'No server was chosen for this.')
    await announceKeys(db, undefined)
  })
  await useChangedKeys(ctx, undefined)
}
