// Who a Bearer token belongs to: looked up once, remembered for seconds, its uses written in batches.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import { type Caller, findCaller } from './find-caller.ts'
import { touchApiKeys } from './store.ts'
import { parseToken } from './token.ts'

export interface Authenticator extends AsyncDisposable {
  /** Answers at once when the token is remembered. */
  authenticate(token: string): Caller | undefined | Promise<Caller | undefined>
}

/** Carries the id of a key that was deleted. */
export const keysChannel = 'parley_api_keys'

const rememberMs = 5000
const flushEveryMs = 30_000
const capacity = 10_000

interface Remembered {
  caller: Caller | undefined
  until: number
}

export function createAuthenticator(context: AppContext, notifications: Notifications): Authenticator {
  const known = new Map<string, Remembered>()
  const uses = new Map<number, Date>()
  let newsHeard = 0

  notifications.on(keysChannel, (keyId) => {
    newsHeard++
    for (const [token, { caller }] of known) if (keyId === '' || caller?.keyId === Number(keyId)) known.delete(token)
  })

  const flush = async (): Promise<void> => {
    if (uses.size === 0) return
    const batch = [...uses].map(([keyId, usedAt]) => ({ keyId, usedAt }))
    uses.clear()
    await touchApiKeys(context.db, batch)
  }
  const timer = setInterval(() => {
    flush().catch((error) => context.log.warn({ error }, 'last use of API keys was not written'))
  }, flushEveryMs)
  timer.unref()

  function used(caller: Caller | undefined): Caller | undefined {
    if (caller) uses.set(caller.keyId, context.now())
    return caller
  }

  async function lookUp(token: string): Promise<Caller | undefined> {
    const newsBefore = newsHeard
    const caller = await findCaller(context, token)
    // What was read may be older than the news that came meanwhile.
    if (newsHeard === newsBefore) remember(token, caller)
    return used(caller)
  }

  function remember(token: string, caller: Caller | undefined): void {
    if (known.size >= capacity) known.delete(known.keys().next().value!)
    known.set(token, { caller, until: performance.now() + rememberMs })
  }

  return {
    authenticate(token) {
      const remembered = known.get(token)
      if (remembered && remembered.until > performance.now()) return used(remembered.caller)
      // What cannot be a token is not worth remembering, however long it is.
      return parseToken(token) && lookUp(token)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}
