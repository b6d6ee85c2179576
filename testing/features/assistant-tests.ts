// Changes rows of other features for tests of runs, as no request does.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** With everything that belongs to it. */
export async function deleteAccount(db: Db, accountId: number): Promise<void> {
  await sql`delete from accounts where id = ${accountId}`.execute(db)
}

/** The call ended three days before. */
export async function makeCallOlder(db: Db, callId: number): Promise<void> {
  await sql`update calls set ended_at = ended_at - interval '3 days' where id = ${callId}`.execute(db)
}
