// Opens the database: a connection pool, with Kysely on top of it.
import { parseJson } from '@parley/rules'
import { Kysely, type KyselyPlugin, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { hasFailpoints } from '../failpoints/failpoint.ts'
import { createFailpointDialect } from '../failpoints/failpoint-dialect.ts'
import { targetOf } from './connections/connection-target.ts'
import { DatabaseClient, type DatabaseClientOptions } from './connections/database-client.ts'
import type { SessionOptions } from './connections/session-settings.ts'
import { createPreparation } from './prepared-statements.ts'
import { timestampInUtc } from './timestamp-in-utc.ts'
import { markConnectionErrors } from './unavailable.ts'

/** Statements are written with Kysely's `sql` tag. Rows are typed where they are read, with names in camelCase. */
export type Db = Kysely<unknown>
export type DbTransaction = Transaction<unknown>

export interface Database extends AsyncDisposable {
  db: Db
  pool: pg.Pool
}

const int8 = 20
const timestamptz = 1184
const json = 114
const jsonb = 3802
const numeric = 1700

// Ids and micro-dollars stay far below 2^53. Timestamps stay text, because `Date` would lose their microseconds. Integers
// in JSON come from outside.
const types = new pg.TypeOverrides()
types.setTypeParser(int8, Number)
types.setTypeParser(numeric, Number)
types.setTypeParser(timestamptz, timestampInUtc)
types.setTypeParser(json, parseJson)
types.setTypeParser(jsonb, parseJson)

export interface DatabaseOptions extends SessionOptions {
  maxConnections: number
  name: string
}

export function openDatabase(connectionString: string, options: DatabaseOptions): Database {
  const clientOptions: DatabaseClientOptions = {
    target: targetOf(connectionString),
    application_name: options.name,
    hasAsyncCommit: options.hasAsyncCommit,
    types,
  }
  const pool = new pg.Pool({
    // The pool passes its options to each new client.
    Client: DatabaseClient as unknown as new () => pg.ClientBase,
    ...clientOptions,
    max: options.maxConnections,
    // The limit for a wait until a connection of the pool is free. A new connection has its own limit, which is shorter.
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  })
  // The pool replaces a lost idle connection at the next query. Without a listener, the error would end the process.
  pool.on('error', () => {})
  markConnectionErrors(pool)
  const prepare = createPreparation()
  pool.on('connect', prepare)
  const db = new Kysely<unknown>({
    dialect: hasFailpoints() ? createFailpointDialect(pool) : new PostgresDialect({ pool }),
    plugins: [camelCaseColumns],
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

/**
 * Converts the names of columns, but not the names inside JSON values. Kysely's `CamelCasePlugin` also converts
 * identifiers in statements, and is slower because it looks up the names again for each row.
 */
const camelCaseColumns: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    const columns = Object.keys(result.rows[0] ?? {})
    const names = columns.map((column) =>
      column.replace(/_([a-z0-9])/g, (_, character: string) => character.toUpperCase()),
    )
    if (names.every((name, index) => name === columns[index])) return result
    const rows = result.rows.map((row) => {
      const renamed: Record<string, unknown> = {}
      for (let index = 0; index < names.length; index++) renamed[names[index]!] = row[columns[index]!]
      return renamed
    })
    return { ...result, rows }
  },
}

export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505'
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503'
