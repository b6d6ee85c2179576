// Proves that the database can be used, and refuses poolers that share sessions between clients.
import { randomUUID } from 'node:crypto'
import { withPatience } from '../../time/with-timeout.ts'
import type { DatabaseTarget } from './connection-target.ts'
import { DatabaseClient } from './database-client.ts'
import { timeLimited } from './session-settings.ts'

/** The message is for the operator. */
export class SharedSessions extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a pooler in transaction or statement mode, in which clients share sessions. Parley needs sessions of its own for LISTEN, advisory locks, settings and prepared statements. Set pool_mode = session for its database, or set DATABASE_URL to the address of PostgreSQL itself.',
    )
  }
}

const notificationMs = 3_000
/** A frozen server does not close a connection. */
const endMs = 1_000

/**
 * Throws `SharedSessions`. Without a pooler, a client has the process id that the server announced; poolers announce ids
 * of their own. Behind a pooler, only a client that owns its session receives a notification while it is idle.
 */
export async function proveSession(target: DatabaseTarget, signal?: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const open = async (): Promise<DatabaseClient> => {
    const client = new DatabaseClient({ target, application_name: 'parley start' })
    const destroy = () => client.destroy()
    signal?.addEventListener('abort', destroy)
    stack.defer(async () => {
      signal?.removeEventListener('abort', destroy)
      await withPatience(endMs, client.end())
      client.destroy()
    })
    return client.connect()
  }
  const first = await open()
  if (first.backend!.pid === first.processID) return
  const channel = `parley_start_${randomUUID()}`
  await first.query(`listen "${channel}"`)
  const second = await open()
  const owned = Promise.withResolvers<boolean>()
  first.on('notification', () => owned.resolve(true))
  second.on('notification', () => owned.resolve(false))
  await second.query(`notify "${channel}"`)
  if (await withPatience(notificationMs, owned.promise)) return
  // The server responds, so it would have delivered the notification.
  await first.query(timeLimited('select', target.connectTimeoutMs))
  throw new SharedSessions()
}
