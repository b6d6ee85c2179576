// Lets one process serve the lines, because a provider and a telephone talk to one address.
import type { AppContext } from '#server/platform/context/context.ts'
import type { SipLines } from '#server/ports/sip-lines.ts'
import { claimServer, findServerRow, releaseServer } from './store-server.ts'

type Claim = Pick<SipLines, 'claim' | 'release' | 'findServer'>

export function createServerClaim({
  db,
  processId,
  liveness,
}: Pick<AppContext, 'db' | 'processId' | 'liveness'>): Claim {
  return {
    async claim() {
      while (true) {
        const current = await findServerRow(db)
        if (current === processId) return current
        if (current !== undefined && !(await liveness.isDead(current))) return current
        if (await claimServer(db, processId, current)) return processId
        // Another process was faster, or the server has released its claim.
      }
    },
    release: () => releaseServer(db, processId),
    async findServer() {
      const current = await findServerRow(db)
      return current !== undefined && (await liveness.isDead(current)) ? undefined : current
    },
  }
}
