// The SQL that erases persons from attempts that were made long ago, whose outcomes remain.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

/** There is an index of this condition. */
const withPerson = ({ accountId }: AgedRecords) => sql`account_id = ${accountId} and phone_number <> ''`

export async function erasePersonsFromOldAttempts(db: Db, records: AgedRecords & { limit: number }): Promise<number> {
  const { accountId, before, limit } = records
  const { numAffectedRows } = await sql`
    update campaign_attempts set phone_number = '', decision = '{}', detail = null
    where account_id = ${accountId} and id in (
      select id from campaign_attempts
      where ${withPerson(records)} and created_at < ${before} and ended_at is not null
      order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export async function inspectAttempts(db: Db, records: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select (select count(*)::int from campaign_attempts
        where ${withPerson(records)} and created_at < ${records.before} and ended_at is not null) as remaining,
      (select min(created_at) from campaign_attempts where ${withPerson(records)}) as oldest_at`.execute(db)
  return rows[0]!
}
