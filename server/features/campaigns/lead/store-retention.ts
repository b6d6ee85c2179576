// The SQL that finds leads that ended long ago.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

/** Leads that wait are kept. The index is by the creation. */
const isOld = ({ accountId, before }: AgedRecords) => sql`
  l.account_id = ${accountId} and l.created_at < ${before} and l.updated_at < ${before}
  and l.status in ('completed', 'reached-max-retries', 'blacklisted') and not exists (
    select from campaign_attempts a where a.account_id = l.account_id and a.lead_id = l.id and a.ended_at is null)`

export async function selectOldLeads(
  db: Db,
  records: AgedRecords & { limit: number },
): Promise<{ id: number; campaignId: number }[]> {
  const { rows } = await sql<{ id: number; campaignId: number }>`
    select l.id, l.campaign_id from leads l where ${isOld(records)}
    order by l.created_at limit ${records.limit}`.execute(db)
  return rows
}

export async function inspectLeads(db: Db, records: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select (select count(*)::int from leads l where ${isOld(records)}) as remaining,
      (select min(created_at) from leads where account_id = ${records.accountId}) as oldest_at`.execute(db)
  return rows[0]!
}
