// Whether callers may still do something, for connections that stay open after their request.
import { type Access, rolesOf } from '#contract/wire/roles.ts'
import { hasApiKey } from '#server/features/accounts/index.ts'
import type { Actor } from '#server/platform/context/actor.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findHolder, selectHolders } from './store-sessions.ts'

/** The API key, or the session of a member, with which a request was made. */
export interface Credential {
  kind: Actor['kind']
  id: number
}

export const credentialOf = (actor: Actor): Credential => ({
  kind: actor.kind,
  id: actor.kind === 'key' ? actor.id : actor.sessionId,
})

/** False if the key was deleted, the session has ended or acts for another account, or the role no longer suffices. */
export async function isStillAllowed(
  { db }: Pick<AppContext, 'db'>,
  accountId: number,
  { kind, id }: Credential,
  access: Access,
): Promise<boolean> {
  if (kind === 'key') return hasApiKey(db, accountId, id)
  const holder = await findHolder(db, id)
  if (holder?.accountId !== accountId) return false
  return holder.role === null ? holder.isOperator : rolesOf[access].includes(holder.role)
}

/** Takes and returns what gives access, as `accessOf` names it. Does not use the cache of sessions. */
export async function selectAllowedSessions(db: Db, access: readonly string[]): Promise<Set<string>> {
  const ids = access.flatMap((name) => {
    const [kind, id] = name.split(':')
    return kind === 'session' ? [Number(id)] : []
  })
  const holders = ids.length === 0 ? [] : await selectHolders(db, ids)
  const allowed = holders.filter(({ role, isOperator }) => role !== null || isOperator)
  // An operator who is not a member has the role of an owner.
  return new Set(
    allowed.map(({ sessionId, accountId, role }) => `session:${sessionId}:${accountId}:${role ?? 'owner'}`),
  )
}
