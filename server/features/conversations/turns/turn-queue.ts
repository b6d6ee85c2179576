// Waiting for one's turn in a conversation: no database connection is held, a place that is given up frees itself.
import type { AppContext } from '#server/platform/context/context.ts'
import type { TurnKey } from '../conversation/conversation.ts'
import { dropHead, renewClaim, viewQueue } from './store-turns.ts'

const renewEveryMs = 10_000
/** Longer than any answer may take, twice. */
const longestWaitMs = 200_000
const firstPollMs = 25
const slowestPollMs = 500
const askWhetherDeadEveryMs = 500

const waiting = new Map<string, Set<() => void>>()

const keyOf = ({ accountId, conversationId }: TurnKey): string => `${accountId}:${conversationId}`

/** Tells those who wait in this process at once; other processes look for themselves. */
export function wakeQueue(place: TurnKey): void {
  for (const wake of waiting.get(keyOf(place)) ?? []) wake()
}

type QueueContext = Pick<AppContext, 'db' | 'processId' | 'liveness'>

/** Resolves when all turns before are over and the claim is ours; false when the place was lost. */
export async function awaitTurn(context: QueueContext, place: TurnKey): Promise<boolean> {
  const givesUpAt = performance.now() + longestWaitMs
  const isDead = askSeldom(context)
  let pollMs = firstPollMs
  while (performance.now() < givesUpAt) {
    const nap = napUntilWoken(place, pollMs)
    try {
      const line = await viewQueue(context.db, place)
      if (line.isHead) return renewClaim(context.db, place)
      if (!line.isInLine || line.head === null) return false
      const deadProcess = !line.isStale && (await isDead(line.headProcess)) ? line.headProcess! : undefined
      if (line.isStale || deadProcess !== undefined) {
        const head = { ...place, turn: line.head }
        await dropHead(context.db, head, deadProcess)
        continue
      }
      await nap.over
    } finally {
      nap.end()
    }
    pollMs = Math.min(slowestPollMs, pollMs * 1.5)
  }
  return false
}

/** Whether the process that answers has died: asked at once, and from then on less often than the line is looked at. */
function askSeldom({ processId: bootId, liveness }: QueueContext): (process: string | null) => Promise<boolean> {
  const dead = new Set<string>()
  let asksAt = 0
  return async (process) => {
    if (process === null || process === bootId) return false
    if (dead.has(process)) return true
    if (performance.now() < asksAt) return false
    asksAt = performance.now() + askWhetherDeadEveryMs
    if (await liveness.isDead(process)) dead.add(process)
    return dead.has(process)
  }
}

/** Begun before the look, so that a wake between look and nap is not missed. */
function napUntilWoken(place: TurnKey, forMs: number): { over: Promise<void>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const key = keyOf(place)
  const sleepers = waiting.get(key) ?? new Set()
  waiting.set(key, sleepers.add(resolve))
  const timer = setTimeout(resolve, forMs)
  return {
    over: promise,
    end() {
      clearTimeout(timer)
      sleepers.delete(resolve)
      if (sleepers.size === 0 && waiting.get(key) === sleepers) waiting.delete(key)
    },
  }
}

/** Renews the claim while the model works; the signal aborts when it is lost all the same. */
export function keepClaim(
  context: Pick<AppContext, 'db' | 'log'>,
  place: TurnKey,
): Disposable & { signal: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(async () => {
    try {
      if (!(await renewClaim(context.db, place))) lost.abort(new Error('The turn was lost.'))
    } catch (error) {
      context.log.warn({ error }, 'a turn could not be renewed')
    }
  }, renewEveryMs)
  return { signal: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
