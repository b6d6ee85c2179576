// The SQL that reads the attempts to contact a person, and erases the person from them.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { Person } from '#server/platform/person.ts'

/** Their outcomes remain. */
export async function erasePersonFromAttempts(
  tx: DbTransaction,
  accountId: number,
  { phoneNumbers }: Person,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update campaign_attempts set phone_number = '', decision = '{}', detail = null
    where account_id = ${accountId} and phone_number = any(${phoneNumbers}::text[])`.execute(tx)
  return Number(numAffectedRows)
}

/** In the order of their ids. */
export async function selectExportedAttempts(db: Db, accountId: number, { phoneNumbers }: Person, after: number) {
  const { rows } = await sql<{ id: number }>`
    select id, campaign_id, channel, phone_number, outcome, detail, decision, created_at, ended_at
    from campaign_attempts
    where account_id = ${accountId} and id > ${after} and phone_number = any(${phoneNumbers}::text[])
    order by id limit 500`.execute(db)
  return rows
}
