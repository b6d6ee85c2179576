// Sends requests as a client of the crash test, across restarts of the server.
import { setTimeout } from 'node:timers/promises'
import { type Client, ParleyError } from '#sdk/index.ts'
import { type ClientLog, countOutcome } from './client-log.ts'
import type { CrashTestAccount, CrashTestSetup } from './setup.ts'

/** What clients need to know about the servers. */
export interface LoadTarget {
  baseUrl: string
  /** Resolves when a server is ready. */
  ready(): Promise<void>
}

export interface ClientContext {
  setup: CrashTestSetup
  server: LoadTarget
  log: ClientLog
  account: CrashTestAccount
  client: Client
  random: () => number
}

export type Activity = (context: ClientContext) => Promise<void>

let textCount = 0
/** Returns a unique text; its number shows the order in which the texts of one author were written. */
export function newText(log: ClientLog, author: string): string {
  const text = `${author} no. ${++textCount}`
  log.texts.add(text)
  return text
}

interface ClientRequest<R> {
  name: string
  /** Whether the request has an idempotency key. Without one it is not repeated after a lost response. */
  hasKey: boolean
  call(options: { idempotencyKey?: string; signal: AbortSignal }): Promise<R>
}

/**
 * Sends a request as a well-behaved client does: with an idempotency key, it is repeated until it is answered. Returns
 * undefined if the request was refused, or if its response was lost and it has no key.
 */
export async function sendUntilAnswered<R>(
  { server, log }: Pick<ClientContext, 'server' | 'log'>,
  { name, hasKey, call }: ClientRequest<R>,
): Promise<R | undefined> {
  const key = hasKey ? { idempotencyKey: crypto.randomUUID() } : {}
  for (let attempt = 1; attempt <= 100; attempt++) {
    try {
      const reply = await call({ ...key, signal: AbortSignal.timeout(30_000) })
      countOutcome(log, attempt === 1 ? `${name} done` : `${name} done after a retry`)
      return reply
    } catch (error) {
      if (!(error instanceof ParleyError)) {
        countOutcome(log, `${name} lost`)
        await server.ready()
        if (hasKey) continue
        return undefined
      }
      countOutcome(log, `${name} ${error.body['error_code'] ?? error.status}`)
      const mayRetry = error.status === 429 || (hasKey && isUnfinished(error))
      if (!mayRetry) return undefined
      await setTimeout(250)
    }
  }
  countOutcome(log, `${name} unanswered`)
  if (hasKey) log.unanswered.push(name)
  return undefined
}

/** The first request is still in progress, or failed with a server error. */
const isUnfinished = ({ status, body }: ParleyError): boolean =>
  status === 409 || status === 503 || (status >= 500 && body['error_code'] === undefined)
