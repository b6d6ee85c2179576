// Decides whether an error means that the database is not available at the moment, and why.
import type pg from 'pg'

/** In words, for logs, `/readyz` and `doctor`. */
export const unavailableReasons = {
  read_only: 'the database is read-only',
  disk_full: 'the disk of the database is full',
  restarting: 'the database restarts',
  unreachable: 'the database cannot be reached',
  not_answering: 'the database does not answer in time',
  no_connections: 'the database has no free connections',
  no_memory: 'the database has no free memory',
  storage_failed: 'the database cannot read or write its files',
} as const

/** A restart of PostgreSQL and a failover take a few seconds. */
export const unavailableRetrySeconds = 2

export type UnavailableReason = keyof typeof unavailableReasons

/**
 * https://www.postgresql.org/docs/current/errcodes-appendix.html. A statement that exceeds its time limit (57014) is not
 * here: it is a fault of the statement, which has to be repaired.
 */
const reasonOfState: Readonly<Record<string, UnavailableReason>> = {
  '25006': 'read_only',
  '53000': 'no_memory',
  '53100': 'disk_full',
  '53200': 'no_memory',
  '53300': 'no_connections',
  '53400': 'no_memory',
  '57P01': 'restarting',
  '57P02': 'restarting',
  '57P03': 'restarting',
  '57P05': 'unreachable',
  '58000': 'storage_failed',
  '58030': 'storage_failed',
}

/** Errors of `pg` without a code, which it also gives to statements that were never sent. */
const reasonOfMessage: Readonly<Record<string, UnavailableReason>> = {
  'timeout expired': 'not_answering',
  'timeout exceeded when trying to connect': 'not_answering',
  'Connection terminated due to connection timeout': 'not_answering',
  'Query read timeout': 'not_answering',
  'Connection terminated': 'unreachable',
  'Connection terminated unexpectedly': 'unreachable',
  'Client has encountered a connection error and is not queryable': 'unreachable',
  'Client was closed and is not queryable': 'unreachable',
}

/** Errors of connections to the database, which look like those of other connections. */
const connectionErrors = new WeakSet<object>()

function mark(error: unknown): void {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error)
}

/**
 * Makes every failure to connect (a refused password and an invalid certificate too) and every loss of a connection count
 * as unavailable.
 */
export function markConnectionErrors(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  type Connected = Parameters<typeof connect>[0]
  const marking = (callback?: Connected): unknown => {
    if (callback)
      return connect((error, client, done) => {
        mark(error)
        callback(error, client, done)
      })
    return connect().catch((error: unknown) => {
      mark(error)
      throw error
    })
  }
  pool.connect = marking as typeof pool.connect
  // Emitted before the statement in progress fails with the same error.
  pool.on('connect', (client) => client.on('error', mark))
}

/** Undefined for all other errors. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
  return reasonWithin(error, 5)
}

function reasonWithin(error: unknown, depth: number): UnavailableReason | undefined {
  if (typeof error !== 'object' || error === null || depth === 0) return undefined
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  const own = reasonOf(code, message) ?? (connectionErrors.has(error) ? 'unreachable' : undefined)
  if (own) return own
  // The work of a `using` block and its disposal have both failed.
  const failed = error instanceof SuppressedError ? [error.suppressed, error.error] : [cause]
  for (const each of failed) {
    const reason = reasonWithin(each, depth - 1)
    if (reason) return reason
  }
  return undefined
}

function reasonOf(code: unknown, message: unknown): UnavailableReason | undefined {
  if (typeof code !== 'string') return typeof message === 'string' ? reasonOfMessage[message] : undefined
  // PgBouncer uses 08P01 for all of its errors.
  return reasonOfState[code] ?? (/^08[0-9A-Z]{3}$/.test(code) ? 'unreachable' : undefined)
}
