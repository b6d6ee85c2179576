// Notifications between processes over PostgreSQL's LISTEN and NOTIFY: fast, but some can be lost.
import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../observability/log.ts'
import { targetOf } from './connections/connection-target.ts'
import { watchOf } from './connections/database-client.ts'
import type { Db } from './database.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import { keepConnected } from './keep-connected.ts'

type Listener = (payload: string) => void

export interface Notifications extends AsyncDisposable {
  /** An empty payload (when listening begins, and after a lost connection) means that some may have been lost. */
  on(channel: string, listener: Listener): void
}

export interface OpenNotifications extends Notifications {
  /** Shows whether the connection that receives the notifications works. */
  heartbeat: Heartbeat
}

/** Sent when the caller's transaction commits. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

export async function openNotifications(connectionString: string, log: Log): Promise<OpenNotifications> {
  await using stack = new AsyncDisposableStack()
  const listeners = new Map<string, Listener[]>()
  /** A connection runs one statement after another. */
  let listening = Promise.resolve()
  const connection = stack.use(
    await keepConnected({
      connectionString,
      name: 'parley notifications',
      log,
      async prepare(client) {
        client.on('notification', ({ channel, payload }) => call(listeners.get(channel) ?? [], payload ?? ''))
        for (const channel of listeners.keys()) await listen(client, channel)
      },
      onReconnected: () => call([...listeners.values()].flat(), ''),
    }),
  )
  function on(channel: string, listener: Listener): void {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    const client = connection.client()
    if (!client) return
    listening = listening
      .then(() => listen(client, channel))
      .then(
        () => listener(''),
        () => {},
      )
  }
  const heartbeat = stack.use(createHeartbeat({ ...connection, on, watch: watchOf(targetOf(connectionString)) }))
  const resources = stack.move()
  return { on, heartbeat, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

function call(listeners: readonly Listener[], payload: string): void {
  for (const listener of listeners) listener(payload)
}

async function listen(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`)
}
