// Finds the member behind a session cookie.
import { actFor } from '#server/features/accounts/index.ts'
import type { MemberActor } from '#server/platform/context/actor.ts'
import type { Account, AppContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Notifications, notify } from '#server/platform/database/notifications.ts'
import { createCredentialCache } from '#server/platform/security/credential-cache.ts'
import { sha256Of } from '#server/platform/security/random-secret.ts'
import { findSession, touchSessions } from './store-sessions.ts'

export interface MemberCaller {
  account: Account
  actor: MemberActor
}

export interface SessionLookup extends AsyncDisposable {
  /** Returns synchronously if the session is cached. `isFresh` ignores the cache. */
  authenticate(
    secret: string,
    options?: { isFresh: boolean },
  ): MemberCaller | undefined | Promise<MemberCaller | undefined>
}

/** Carries the ids of users whose sessions or roles have changed. */
export const changedUsersChannel = 'parley_users'

const idleMs = 7 * 86_400_000

export function openSessionLookup(context: AppContext, notifications: Notifications): SessionLookup {
  const cache = createCredentialCache<MemberCaller>(context, notifications, {
    name: 'sessions',
    find: (secret) => findMemberBySecret(context, secret),
    channel: changedUsersChannel,
    isChanged: ({ actor }, userId) => actor.id === Number(userId),
    idOf: ({ actor }) => actor.sessionId,
    touch: (uses) => touchSessions(context.db, uses),
  })
  return {
    authenticate: (secret, { isFresh } = { isFresh: false }) =>
      isFresh ? findMemberBySecret(context, secret) : cache.find(secret),
    [Symbol.asyncDispose]: () => cache[Symbol.asyncDispose](),
  }
}

/** Undefined if the session has ended, or if the user may no longer act for its account. */
async function findMemberBySecret(context: AppContext, secret: string): Promise<MemberCaller | undefined> {
  const holder = await findSession(context.db, sha256Of(secret), idleMs)
  if (!holder || (holder.role === null && !holder.isOperator)) return undefined
  const account = (await actFor(context, holder.accountId))?.account
  if (!account) return undefined
  const { userId: id, name, sessionId, isOperator, role } = holder
  const actor = {
    kind: 'member',
    id,
    name,
    role: role ?? 'owner',
    sessionId,
    isOperator,
    isVisiting: role === null,
  } as const
  return { account, actor }
}

/** Must be called in the transaction that ends sessions or changes a role. */
export const announceChange = (db: Db, userId: number): Promise<void> => notify(db, changedUsersChannel, String(userId))
