// Authenticates Bearer tokens, and tells whose access has ended. API keys have the form `<id>|<secret>`.
import type { KeyActor } from '#server/platform/context/actor.ts'
import type { Account, AppContext } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import { createCredentialCache } from '#server/platform/security/credential-cache.ts'
import { sameSecret } from '#server/platform/security/random-secret.ts'
import { findKeyOwner, selectExistingKeys, touchApiKeys } from './store.ts'

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

function parseToken(token: string): { keyId: number; secret: string } | undefined {
  const match = /^([1-9]\d{0,14})\|([A-Za-z0-9]{20,100})$/.exec(token)
  return match ? { keyId: Number(match[1]), secret: match[2]! } : undefined
}

const keyPrefix = 'key:'

/** Takes and returns what gives access, such as `key:12`. Does not use the cache of the authenticator. */
export async function selectAllowedKeys(db: Db, access: readonly string[]): Promise<Set<string>> {
  const keyIds = access.filter((name) => name.startsWith(keyPrefix)).map((name) => Number(name.slice(keyPrefix.length)))
  return new Set((await selectExistingKeys(db, keyIds)).map((id) => `${keyPrefix}${id}`))
}
