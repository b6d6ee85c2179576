// Holds the sessions of calls while they are being prepared.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** The preparation of a session reads this table, if the assistant has a tool. */
const readTable = 'tools'

/** No session of an assistant with a tool opens while `during` runs. */
export function holdSessions<T>(db: Db, during: () => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.id(readTable)} in access exclusive mode`.execute(tx)
    return during()
  })
}

/** Whether a session is being held. */
export async function isSessionHeld(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from pg_locks where not granted and relation = ${readTable}::regclass
      and database = (select oid from pg_database where datname = current_database())) as any`.execute(db)
  return rows[0]!.any
}
