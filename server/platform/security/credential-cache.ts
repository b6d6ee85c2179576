// Caches who a credential belongs to for seconds, and writes in batches when credentials were last used.
import type { AppContext } from '../context/context.ts'
import type { Notifications } from '../database/notifications.ts'

interface Source<T> {
  /** What the times of use are kept for, in log entries. */
  name: string
  /** Returns undefined for a credential that is not valid. */
  find(credential: string): Promise<T | undefined>
  /** Announces changes. Its payload is empty if announcements may have been lost. */
  channel: string
  /** Whether the announced change concerns this holder. */
  isChanged(holder: T, payload: string): boolean
  idOf(holder: T): number
  touch(uses: Use[]): Promise<void>
}

export interface Use {
  id: number
  usedAt: Date
}

export interface CredentialCache<T> extends AsyncDisposable {
  /** Returns synchronously if the credential is cached. */
  find(credential: string): T | undefined | Promise<T | undefined>
}

const cacheMs = 5000
const flushEveryMs = 30_000
const capacity = 10_000

export function createCredentialCache<T>(
  context: Pick<AppContext, 'now' | 'log'>,
  notifications: Notifications,
  source: Source<T>,
): CredentialCache<T> {
  const cache = new Map<string, { holder: T | undefined; until: number }>()
  const uses = new Map<number, Date>()
  let changes = 0

  notifications.on(source.channel, (payload) => {
    changes++
    for (const [credential, { holder }] of cache)
      if (payload === '' || (holder && source.isChanged(holder, payload))) cache.delete(credential)
  })

  const flush = async (): Promise<void> => {
    if (uses.size === 0) return
    const batch = [...uses].map(([id, usedAt]) => ({ id, usedAt }))
    uses.clear()
    await source.touch(batch)
  }
  const tryFlush = () =>
    flush().catch((error) => context.log.warn({ error }, `could not write the last use of ${source.name}`))
  const timer = setInterval(tryFlush, flushEveryMs)
  timer.unref()

  function recordUse(holder: T | undefined): T | undefined {
    if (holder) uses.set(source.idOf(holder), context.now())
    return holder
  }

  async function lookUp(credential: string): Promise<T | undefined> {
    const changesBefore = changes
    const holder = await source.find(credential)
    // If a credential was changed during the query, the result may be stale.
    if (changes === changesBefore) store(credential, holder)
    return recordUse(holder)
  }

  function store(credential: string, holder: T | undefined): void {
    if (cache.size >= capacity) cache.delete(cache.keys().next().value!)
    cache.set(credential, { holder, until: performance.now() + cacheMs })
  }

  return {
    find(credential) {
      const cached = cache.get(credential)
      return cached && cached.until > performance.now() ? recordUse(cached.holder) : lookUp(credential)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await tryFlush()
    },
  }
}
