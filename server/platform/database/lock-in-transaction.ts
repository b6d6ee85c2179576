// Locks several names until the end of a transaction, always in the same order, so that transactions do not deadlock.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** A query that takes the locks, and returns one row. */
export function locking(subject: string, names: readonly string[]): RawBuilder<unknown> {
  const sorted = [...new Set(names)].sort()
  return sql`
    select count(pg_advisory_xact_lock(hashtext(${subject}), hashtext(n.name)))
    from (select name from unnest(${sorted}::text[]) with ordinality as u (name, position) order by position) n`
}

export async function lockInTransaction(db: Db, subject: string, names: readonly string[]): Promise<void> {
  await locking(subject, names).execute(db)
}
