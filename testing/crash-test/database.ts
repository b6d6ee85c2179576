// The crash test's own connection to the database: its checks, and the procedures that move time.
import { readFile } from 'node:fs/promises'
import pg from 'pg'

/** What a fault violates. */
export type Invariant =
  | 'process'
  | 'ledger'
  | 'calls'
  | 'campaigns'
  | 'automations'
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

const readSql = (name: string): Promise<string> => readFile(new URL(`sql/${name}.sql`, import.meta.url), 'utf8')

export async function openCrashTestDatabase(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'parley crash test' })
  // The database may be dropped before the pool has ended.
  pool.on('error', () => {})
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const query = async <T>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as T[]
  await query(await readSql('equip'))
  return {
    connectionString,
    query,
    /** Runs a query from `sql`. */
    read: async <T>(name: string) => query<T>(await readSql(name)),
    /** The application's time. */
    now: async () => (await query<{ now: Date }>('select app_now() as now'))[0]!.now,
    turnClock: async (offsetMs: number) => void (await query('select turn_clock($1)', [offsetMs])),
    /** Makes everything due that waits, and expires what processes that died before `since` had taken. */
    forward: (since: Date) => query('call crash_test.forward($1)', [since]),
    lapseHolds: (since: Date) => query('select crash_test.lapse_holds($1)', [since]),
    runCrons: (names: readonly string[]) => query('call crash_test.run_crons($1)', [names]),
    unsettled: () =>
      query<{ what: string; which: string; detail: string | null }>('select * from crash_test.unsettled'),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}
