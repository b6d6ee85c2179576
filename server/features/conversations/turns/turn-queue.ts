// Waits for a turn's place at the head of the queue, without holding a database connection, and renews its claim.
import type { AppContext } from '#server/platform/context/context.ts'
import type { TurnKey } from '../conversation/conversation.ts'
import { dropHead, getQueueState, renewClaim } from './store-turns.ts'

const renewEveryMs = 10_000
/** More than twice as long as any answer can take. */
const maxWaitMs = 200_000
const firstPollMs = 25
const maxPollMs = 500
const deathCheckIntervalMs = 500

const waiting = new Map<string, Set<() => void>>()

const keyOf = ({ accountId, conversationId }: TurnKey): string => `${accountId}:${conversationId}`

/** Wakes waiting turns in this process immediately. Other processes poll. */
export function wakeWaitingTurns(key: TurnKey): void {
  for (const wake of waiting.get(keyOf(key)) ?? []) wake()
}

type QueueContext = Pick<AppContext, 'db' | 'processId' | 'liveness'>

/** Resolves to true when this turn has claimed the head of the queue, and to false if the turn was removed. */
export async function waitForTurn(context: QueueContext, key: TurnKey): Promise<boolean> {
  const deadlineMs = performance.now() + maxWaitMs
  const isDead = deathCheck(context)
  let pollMs = firstPollMs
  while (performance.now() < deadlineMs) {
    const pause = startPause(key, pollMs)
    try {
      const queue = await getQueueState(context.db, key)
      if (queue.head === key.turn) return renewClaim(context.db, key)
      if (!queue.isQueued || queue.head === null) return false
      const deadProcess = !queue.isStale && (await isDead(queue.headProcess)) ? queue.headProcess! : undefined
      if (queue.isStale || deadProcess !== undefined) {
        await dropHead(context.db, { ...key, turn: queue.head }, deadProcess)
        continue
      }
      await pause.over
    } finally {
      pause.end()
    }
    pollMs = Math.min(maxPollMs, pollMs * 1.5)
  }
  return false
}

/** Checks whether the process that answers has died, less often than the queue is polled. */
function deathCheck({ processId, liveness }: QueueContext): (process: string | null) => Promise<boolean> {
  const dead = new Set<string>()
  let nextCheckMs = 0
  return async (process) => {
    if (process === null || process === processId) return false
    if (dead.has(process)) return true
    if (performance.now() < nextCheckMs) return false
    nextCheckMs = performance.now() + deathCheckIntervalMs
    if (await liveness.isDead(process)) dead.add(process)
    return dead.has(process)
  }
}

/** Must start before the queue is read, so that a wake-up in between is not lost. */
function startPause(turn: TurnKey, forMs: number): { over: Promise<void>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const key = keyOf(turn)
  const waiters = waiting.get(key) ?? new Set()
  waiting.set(key, waiters.add(resolve))
  const timer = setTimeout(resolve, forMs)
  return {
    over: promise,
    end() {
      clearTimeout(timer)
      waiters.delete(resolve)
      if (waiters.size === 0 && waiting.get(key) === waiters) waiting.delete(key)
    },
  }
}

/** Renews the claim until it is disposed of. The signal aborts if the claim is lost. */
export function keepClaim(context: Pick<AppContext, 'db' | 'log'>, key: TurnKey): Disposable & { signal: AbortSignal } {
  const lost = new AbortController()
  const timer = setInterval(async () => {
    try {
      if (!(await renewClaim(context.db, key))) lost.abort(new Error('The turn was lost.'))
    } catch (error) {
      context.log.warn({ error }, 'the claim of a turn could not be renewed')
    }
  }, renewEveryMs)
  return { signal: lost.signal, [Symbol.dispose]: () => clearInterval(timer) }
}
