// Authenticates Bearer tokens. Results are cached for seconds, and last uses are written in batches.
import type { Account, AppContext } from '#server/platform/context/context.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import { findKeyOwner, touchApiKeys } from './store.ts'
import { parseToken, sameSecret } from './token.ts'

export interface Caller {
  account: Account
  keyId: number
}

export interface Authenticator extends AsyncDisposable {
  /** Returns synchronously if the token is cached or malformed. */
  authenticate(token: string): Caller | undefined | Promise<Caller | undefined>
}

/** Carries the ids of deleted keys. */
export const deletedKeysChannel = 'parley_api_keys'

const cacheMs = 5000
const flushEveryMs = 30_000
const capacity = 10_000

interface CacheEntry {
  caller: Caller | undefined
  until: number
}

export function createAuthenticator(context: AppContext, notifications: Notifications): Authenticator {
  const cache = new Map<string, CacheEntry>()
  const uses = new Map<number, Date>()
  let deletions = 0

  // An empty id means that notifications may have been lost.
  notifications.on(deletedKeysChannel, (keyId) => {
    deletions++
    for (const [token, { caller }] of cache) if (keyId === '' || caller?.keyId === Number(keyId)) cache.delete(token)
  })

  const flush = async (): Promise<void> => {
    if (uses.size === 0) return
    const batch = [...uses].map(([keyId, usedAt]) => ({ keyId, usedAt }))
    uses.clear()
    await touchApiKeys(context.db, batch)
  }
  const timer = setInterval(() => {
    flush().catch((error) => context.log.warn({ error }, 'could not write the last use of API keys'))
  }, flushEveryMs)
  timer.unref()

  function recordUse(caller: Caller | undefined): Caller | undefined {
    if (caller) uses.set(caller.keyId, context.now())
    return caller
  }

  async function lookUp(token: string): Promise<Caller | undefined> {
    const deletionsBefore = deletions
    const caller = await findCaller(context, token)
    // If a key was deleted during the query, the result may be stale.
    if (deletions === deletionsBefore) store(token, caller)
    return recordUse(caller)
  }

  function store(token: string, caller: Caller | undefined): void {
    if (cache.size >= capacity) cache.delete(cache.keys().next().value!)
    cache.set(token, { caller, until: performance.now() + cacheMs })
  }

  return {
    authenticate(token) {
      const cached = cache.get(token)
      if (cached && cached.until > performance.now()) return recordUse(cached.caller)
      // Malformed tokens are not cached, because they can be of any length.
      return parseToken(token) && lookUp(token)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Finds the account that a token belongs to, without a cache. */
export async function findCaller(context: AppContext, token: string): Promise<Caller | undefined> {
  const parsed = parseToken(token)
  const owner = parsed && (await findKeyOwner(context.db, parsed.keyId))
  if (!owner || !sameSecret(parsed.secret, owner.secretSha256)) return undefined
  const { id, kind, timeZone, country } = owner
  return { keyId: parsed.keyId, account: { id, kind, timeZone, country } }
}
