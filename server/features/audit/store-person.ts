// The SQL that deletes old entries of the audit log, and erases a person from entries.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { mentions, type Person } from '#server/platform/person.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

/** Until the transaction ends, completed entries can be deleted and erased. */
const unprotect = (tx: DbTransaction) => sql`select set_config('parley.deletes_audit', 'on', true)`.execute(tx)

export async function deleteOldEntries(
  tx: DbTransaction,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<number> {
  await unprotect(tx)
  const { numAffectedRows } = await sql`
    delete from audit_entries where account_id = ${accountId} and id in (
      select id from audit_entries where account_id = ${accountId} and created_at < ${before}
      order by id limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

export async function inspectEntries(db: Db, { accountId, before }: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select count(*) filter (where created_at < ${before})::int as remaining, min(created_at) as oldest_at
    from audit_entries where account_id = ${accountId}`.execute(db)
  return rows[0]!
}

/** Who did what and when remains. */
export async function erasePersonFromEntries(tx: DbTransaction, accountId: number, person: Person): Promise<number> {
  await unprotect(tx)
  const { numAffectedRows } = await sql`
    update audit_entries set before = null, after = null,
      subject = case when ${mentions(person, sql`subject`)} then null else subject end
    where account_id = ${accountId} and (${mentions(person, sql`subject`)} or ${mentions(person, sql`before::text`)}
      or ${mentions(person, sql`after::text`)})`.execute(tx)
  return Number(numAffectedRows)
}
