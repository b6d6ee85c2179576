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

/** Looks at the next entries in the order of their ids. Undefined if there are no more. */
export async function findEntriesAbout(
  db: Db,
  accountId: number,
  person: Person,
  { after, limit }: { after: number; limit: number },
): Promise<{ ids: number[]; lastId: number } | undefined> {
  const { rows } = await sql<{ id: number; isAbout: boolean | null }>`
    select e.id, (${mentions(person, sql`e.subject`)} or ${mentions(person, sql`e.before::text`)}
      or ${mentions(person, sql`e.after::text`)}) as is_about
    from (
      select * from audit_entries where account_id = ${accountId} and id > ${after} order by id limit ${limit}
    ) e order by e.id`.execute(db)
  const last = rows.at(-1)
  return last && { ids: rows.filter((row) => row.isAbout).map(({ id }) => id), lastId: last.id }
}

/** Who did what and when remains. */
export async function erasePersonFromEntries(
  tx: DbTransaction,
  accountId: number,
  person: Person,
  ids: readonly number[],
): Promise<number> {
  await unprotect(tx)
  const { numAffectedRows } = await sql`
    update audit_entries set before = null, after = null,
      subject = case when ${mentions(person, sql`subject`)} then null else subject end
    where account_id = ${accountId} and id = any(${ids}::bigint[])`.execute(tx)
  return Number(numAffectedRows)
}
