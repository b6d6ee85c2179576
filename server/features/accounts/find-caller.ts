// Whose a token is: its key looked up by id, its secret compared by hash.
import type { Account, AppContext } from '#server/platform/context/context.ts'
import { findKeyOwner } from './store.ts'
import { parseToken, sameSecret } from './token.ts'

export interface Caller {
  account: Account
  keyId: number
}

export async function findCaller(context: AppContext, token: string): Promise<Caller | undefined> {
  const parsed = parseToken(token)
  const owner = parsed && (await findKeyOwner(context.db, parsed.keyId))
  if (!owner || !sameSecret(parsed.secret, owner.secretSha256)) return undefined
  const { id, kind, timeZone, country } = owner
  return { keyId: parsed.keyId, account: { id, kind, timeZone, country } }
}
