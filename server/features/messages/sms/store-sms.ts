// The SQL that lists sent and received SMS with filters.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import { messageColumns } from '../delivery/store.ts'
import type { Message } from '../message/message.ts'

export interface SmsFilter {
  /** The key of the customer. */
  customerKey: string | undefined
  statuses: readonly CarrierStatus[] | undefined
  direction: 'inbound' | 'outbound' | undefined
  /** Days in `timeZone`, both included. */
  dateFrom: string | undefined
  dateTo: string | undefined
  timeZone: string
}

/** Newest first. */
export async function selectSms(
  db: Db,
  accountId: number,
  filter: SmsFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Message[]; total: number }> {
  const where = conditionOf(accountId, filter)
  const { rows } = await sql<{ total: number } & Message>`
    with counted as (select count(*)::int as total from chatapp_messages m where ${where})
    select ${messageColumns}, total from counted left join lateral (
      select * from chatapp_messages m where ${where} order by m.created_at desc, m.id desc
      limit ${limit} offset ${offset}) m on true`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

function conditionOf(accountId: number, filter: SmsFilter) {
  const { customerKey, statuses, direction, dateFrom, dateTo, timeZone } = filter
  const conditions = [sql`m.account_id = ${accountId} and m.segments is not null`]
  if (customerKey !== undefined) conditions.push(sql`m.customer_key = ${customerKey}`)
  if (statuses) conditions.push(sql`m.status = any(${statuses}::text[])`)
  if (direction) conditions.push(sql`m.direction = ${direction}`)
  if (dateFrom) conditions.push(sql`m.created_at >= (${dateFrom}::date)::timestamp at time zone ${timeZone}`)
  if (dateTo) conditions.push(sql`m.created_at < (${dateTo}::date + 1)::timestamp at time zone ${timeZone}`)
  return sql.join(conditions, sql` and `)
}
