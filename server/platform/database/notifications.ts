// Notifications between processes over PostgreSQL's LISTEN and NOTIFY: a hint that comes at once, never the truth.
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../observability/log.ts'
import type { Db } from './database.ts'

export interface Notifications extends AsyncDisposable {
  /** An empty payload says that something may have been missed: once when listening begins, and after each lost connection. */
  on(channel: string, hear: (payload: string) => void): void
}

/** Sent when the caller's transaction commits. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

const connectWithinMs = 5_000
const reconnectDelayMs = 1000

function tell(listeners: readonly ((payload: string) => void)[], payload: string): void {
  for (const hear of listeners) hear(payload)
}

/** Holds one connection that listens; a lost one is opened anew. */
export async function openNotifications(connectionString: string, log: Log): Promise<Notifications> {
  const listeners = new Map<string, ((payload: string) => void)[]>()
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'parley notifications',
      keepAlive: true,
      connectionTimeoutMillis: connectWithinMs,
    })
    next.on('notification', ({ channel, payload }) => tell(listeners.get(channel) ?? [], payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      if (closed) return await next.end()
      next.on('end', () => {
        if (client === next) client = undefined
        retryLater()
      })
      client = next
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
  }

  function retryLater(): void {
    if (closed || timer) return
    timer = setTimeout(async () => {
      timer = undefined
      try {
        await connect()
        tell([...listeners.values()].flat(), '')
      } catch (error) {
        if (!closed) log.warn({ error }, 'notifications are not connected')
        retryLater()
      }
    }, reconnectDelayMs)
    timer.unref()
  }

  await connect()
  return {
    on(channel, hear) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), hear])
      client?.query(`listen ${pg.escapeIdentifier(channel)}`).then(
        () => hear(''),
        () => {},
      )
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
