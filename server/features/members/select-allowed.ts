// Finds out which sessions still give access, for connections that outlast their first request.
import type { Db } from '#server/platform/database/database.ts'
import { selectHolders } from './store-sessions.ts'

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
