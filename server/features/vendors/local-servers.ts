// What servers on this machine offer for kinds of services that are not configured.
import type { LocalKind, LocalServer, Vendors } from '#server/ports/vendors.ts'

type Finder = Pick<Vendors, 'answering' | 'findLocalServers'>

const kinds: readonly LocalKind[] = ['language', 'recognition', 'voice']

/** Asks the servers only if a kind is not configured. */
export async function offeredLocally({ answering, findLocalServers }: Finder): Promise<LocalServer[]> {
  const now = answering(undefined)
  const missing = kinds.filter((kind) => now[kind].source === 'built_in')
  if (missing.length === 0) return []
  return (await findLocalServers()).flatMap((server) => {
    const offers = server.offers.filter(({ kind }) => missing.includes(kind))
    return offers.length === 0 ? [] : { ...server, offers }
  })
}
