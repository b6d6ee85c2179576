// The crash test's own connection to the database: its checks, and the procedures that move time.
import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** What a fault violates. */
export type Invariant =
  | 'process'
  | 'ledger'
  | 'charges'
  | 'acknowledged'
  | 'duplicates'
  | 'status'
  | 'webhooks'
  | 'unfinished'
  | 'inbound'
  | 'idempotency'

export interface Fault {
  invariant: Invariant
  account?: number
  message: string
  /** The message concerned; the report shows its timeline. */
  uuid?: string | undefined
}

export interface CrashTestDatabase extends AsyncDisposable {
  connectionString: string
  /** Runs a query from `sql`. */
  read<T>(name: string): Promise<T[]>
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** The application's time. */
  now(): Promise<Date>
  turnClock(offsetMs: number): Promise<void>
  /** Makes everything due that waits, and expires what processes that died before `since` had taken. */
  forward(since: Date): Promise<void>
  lapseHolds(since: Date): Promise<void>
  runCrons(names: readonly string[]): Promise<void>
  unsettled(): Promise<{ what: string; which: string; detail: string | null }[]>
}

const readSql = (name: string): Promise<string> => readFile(new URL(`sql/${name}.sql`, import.meta.url), 'utf8')

export async function openCrashTestDatabase(connectionString: string): Promise<CrashTestDatabase> {
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'parley crash test' })
  // The database may be dropped before the pool has ended.
  pool.on('error', () => {})
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const query = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  await query(await readSql('equip'))
  return {
    connectionString,
    query,
    read: async <T>(name: string) => query<T>(await readSql(name)),
    now: async () => (await query<{ now: Date }>('select app_now() as now'))[0]!.now,
    turnClock: async (offsetMs) => void (await query('select turn_clock($1)', [offsetMs])),
    forward: async (since) => void (await query('call crash_test.forward($1)', [since])),
    lapseHolds: async (since) => void (await query('select crash_test.lapse_holds($1)', [since])),
    runCrons: async (names) => void (await query('call crash_test.run_crons($1)', [names])),
    unsettled: () => query('select * from crash_test.unsettled'),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}
