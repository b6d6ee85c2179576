// The database: one pool, Kysely over it, types read as we speak of them.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { hasFailpoints } from '../failpoints/failpoint.ts'
import { createFailpointDialect } from '../failpoints/failpoint-dialect.ts'
import { createPreparation } from './prepared-statements.ts'

/** Statements are plain text through Kysely's `sql` tag; rows are typed where they are read. */
export type Db = Kysely<unknown>
export type DbTransaction = Transaction<unknown>

export interface Database extends AsyncDisposable {
  db: Db
  pool: pg.Pool
}

const int8 = 20
const timestamptz = 1184
const numeric = 1700

// Ids and micro-dollars stay far below 2^53; timestamps stay text, because Date would lose their microseconds.
const types = new pg.TypeOverrides()
types.setTypeParser(int8, Number)
types.setTypeParser(numeric, Number)
types.setTypeParser(timestamptz, (text) => text)

export interface DatabaseOptions {
  maxConnections: number
  name: string
  /** What is written may be lost when the database itself crashes, and is written sooner. Never for facts. */
  forgetful?: boolean
}

export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...withSettings(connectionString, [
      // Every session speaks UTC, whatever the server's own default is.
      '-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000',
      ...(options.forgetful ? ['-c synchronous_commit=off'] : []),
    ]),
    max: options.maxConnections,
    application_name: options.name,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    types,
  })
  // A dropped idle connection is replaced by the pool at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const prepare = createPreparation()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    prepare(client)
  })
  const db = new Kysely<unknown>({
    dialect: hasFailpoints() ? createFailpointDialect(pool) : new PostgresDialect({ pool }),
  })
  return {
    db,
    pool,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      // Kysely ends only a pool that it has used.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Options that the address brings would take the place of ours: they go before them instead, so that both hold. */
function withSettings(connectionString: string, ours: readonly string[]): pg.PoolConfig {
  const url = URL.parse(connectionString)
  const theirs = url?.searchParams.get('options')
  if (!url || !theirs) return { connectionString, options: ours.join(' ') }
  url.searchParams.set('options', [theirs, ...ours].join(' '))
  return { connectionString: url.href }
}

/** The SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505'
