// Locks several names until the end of a transaction, always in the same order, so that transactions do not deadlock.
import { sql } from 'kysely'
import type { Db } from './database.ts'

export async function lockInTransaction(db: Db, subject: string, names: readonly string[]): Promise<void> {
  const sorted = [...new Set(names)].sort()
  await sql`
    select pg_advisory_xact_lock(hashtext(${subject}), hashtext(n.name))
    from (select name from unnest(${sorted}::text[]) with ordinality as u (name, position) order by position) n`.execute(
    db,
  )
}
