// Authenticates Bearer tokens.
import type { KeyActor } from '#server/platform/context/actor.ts'
import type { Account, AppContext } from '#server/platform/context/context.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import { createCredentialCache } from '#server/platform/security/credential-cache.ts'
import { sameSecret } from '#server/platform/security/random-secret.ts'
import { findKeyOwner, touchApiKeys } from './store.ts'
import { parseToken } from './token.ts'

export interface KeyCaller {
  account: Account
  actor: KeyActor
}

export interface Authenticator extends AsyncDisposable {
  /** Returns synchronously if the token is cached or malformed. */
  authenticate(token: string): KeyCaller | undefined | Promise<KeyCaller | undefined>
}

/** Carries the ids of deleted keys. */
export const deletedKeysChannel = 'parley_api_keys'

export function createAuthenticator(context: AppContext, notifications: Notifications): Authenticator {
  const cache = createCredentialCache<KeyCaller>(context, notifications, {
    name: 'API keys',
    find: (token) => findCaller(context, token),
    channel: deletedKeysChannel,
    isChanged: ({ actor }, keyId) => actor.id === Number(keyId),
    idOf: ({ actor }) => actor.id,
    touch: (uses) => touchApiKeys(context.db, uses),
  })
  return {
    // Malformed tokens are not cached, because they can be of any length.
    authenticate: (token) => (parseToken(token) ? cache.find(token) : undefined),
    [Symbol.asyncDispose]: () => cache[Symbol.asyncDispose](),
  }
}

/** Finds the account that a token belongs to, without a cache. */
export async function findCaller(context: AppContext, token: string): Promise<KeyCaller | undefined> {
  const parsed = parseToken(token)
  const owner = parsed && (await findKeyOwner(context.db, parsed.keyId))
  if (!owner || !sameSecret(parsed.secret, owner.secretSha256)) return undefined
  const { id, kind, timeZone, country, keyName: name, scopes } = owner
  return { actor: { kind: 'key', id: parsed.keyId, name, scopes }, account: { id, kind, timeZone, country } }
}
