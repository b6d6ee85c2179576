// A small connection pool for callers without an account, so that they cannot use up the connections of accounts.
import { maxConnections } from './connections/connection-limits.ts'
import { type Db, openDatabase } from './database.ts'

export interface PublicShare {
  /** Throws `TooBusy` while too many callers wait for a connection. */
  enter(): Db
}

/** The response is 503 with `Retry-After`. */
export class TooBusy extends Error {}

export function openPublicShare(connectionString: string): PublicShare & AsyncDisposable {
  const database = openDatabase(connectionString, { maxConnections: maxConnections.public, name: 'parley public' })
  const { db, pool } = database
  return {
    enter() {
      if (pool.waitingCount >= 64) throw new TooBusy('Too many requests are waiting for the database.')
      return db
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
