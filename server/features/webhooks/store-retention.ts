// The SQL that deletes old deliveries of an account.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

/** Deliveries that wait are tried for hours, and then fail. */
const isOld = ({ before }: AgedRecords) => sql`created_at < ${before} and status <> 'pending'`

/** With their attempts. Returns how many were deleted. */
export async function deleteDeliveriesBefore(db: Db, records: AgedRecords & { limit: number }): Promise<number> {
  const { accountId, limit } = records
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where (account_id, id) in (
      select account_id, id from webhook_deliveries where account_id = ${accountId} and ${isOld(records)}
      order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export async function inspectDeliveries(db: Db, records: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select count(*) filter (where ${isOld(records)})::int as remaining, min(created_at) as oldest_at
    from webhook_deliveries where account_id = ${records.accountId} and status <> 'pending'`.execute(db)
  return rows[0]!
}
