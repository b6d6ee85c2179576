// The SQL that deletes old runs of an account.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

/** The index is by the start. */
const isOld = ({ before }: AgedRecords) => sql`started_at < ${before} and ended_at < ${before}`

/** With their steps. Returns how many were deleted. */
export async function deleteRunsBefore(db: Db, records: AgedRecords & { limit: number }): Promise<number> {
  const { accountId, limit } = records
  const { numAffectedRows } = await sql`
    delete from automation_runs where account_id = ${accountId} and id in (
      select id from automation_runs where account_id = ${accountId} and ${isOld(records)}
      limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

export async function inspectRuns(db: Db, records: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select count(*) filter (where ${isOld(records)})::int as remaining, min(ended_at) as oldest_at
    from automation_runs where account_id = ${records.accountId} and ended_at is not null`.execute(db)
  return rows[0]!
}
