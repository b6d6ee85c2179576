// The connections to the database that callers without an account share, so that they cannot take those of accounts.
import { type Database, type Db, openDatabase } from './database.ts'

export interface PublicShare {
  /** Throws `TooBusy` while too many callers wait for a connection. */
  enter(): Db
}

/** Answered with 503 and `Retry-After`. */
export class TooBusy extends Error {}

const connections = 4
const mostWaiting = 64

export function openPublicShare(connectionString: string): PublicShare & AsyncDisposable {
  const database = openDatabase(connectionString, { maxConnections: connections, name: 'parley public' })
  return { ...shareOf(database), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

export function shareOf({ db, pool }: Pick<Database, 'db' | 'pool'>): PublicShare {
  return {
    enter() {
      if (pool.waitingCount >= mostWaiting) throw new TooBusy('Too many callers wait for the database.')
      return db
    },
  }
}
