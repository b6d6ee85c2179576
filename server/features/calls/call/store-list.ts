// SQL for listing calls with filters.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Call, CallType } from './call.ts'
import type { CallStatus } from './status.ts'
import { callColumns } from './store.ts'

export interface CallFilter {
  status: CallStatus | undefined
  type: CallType | undefined
  /** The number of the customer. Characters other than digits are ignored. */
  phoneNumber: string | undefined
  assistantId: number | undefined
  /** Days in `timeZone`, both included. */
  dateFrom: string | undefined
  dateTo: string | undefined
  timeZone: string
}

/** Newest first. */
export async function selectCalls(
  db: Db,
  accountId: number,
  filter: CallFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Call[]; total: number }> {
  const where = conditionOf(accountId, filter)
  const { rows } = await sql<{ total: number } & Call>`
    with counted as (select count(*)::int as total from calls c where ${where})
    select ${callColumns}, total from counted left join lateral (
      select * from calls c where ${where} order by c.created_at desc, c.id desc
      limit ${limit} offset ${offset}) c on true`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

function conditionOf(accountId: number, filter: CallFilter) {
  const { status, type, phoneNumber, assistantId, dateFrom, dateTo, timeZone } = filter
  const conditions = [sql`c.account_id = ${accountId}`]
  if (status) conditions.push(sql`c.status = ${status}`)
  if (type) conditions.push(sql`c.type = ${type}`)
  if (phoneNumber) conditions.push(sql`c.client_phone = ${`+${phoneNumber.replace(/\D/g, '')}`}`)
  if (assistantId) conditions.push(sql`c.assistant_id = ${assistantId}`)
  if (dateFrom) conditions.push(sql`c.created_at >= (${dateFrom}::date)::timestamp at time zone ${timeZone}`)
  if (dateTo) conditions.push(sql`c.created_at < (${dateTo}::date + 1)::timestamp at time zone ${timeZone}`)
  return sql.join(conditions, sql` and `)
}
