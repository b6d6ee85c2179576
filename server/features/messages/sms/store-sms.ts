// The SQL that lists sent and received SMS with filters.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import { pageRows } from '#server/platform/database/statements.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import { messageColumns } from '../delivery/store.ts'
import type { Message } from '../message/message.ts'

export interface SmsFilter extends DayRange {
  /** The key of the customer. */
  customerKey: string | undefined
  statuses: readonly CarrierStatus[] | undefined
  direction: 'inbound' | 'outbound' | undefined
}

/** Newest first. */
export function selectSms(
  db: Db,
  accountId: number,
  filter: SmsFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Message[]; total: number }> {
  const where = conditionOf(accountId, filter)
  return pageRows<Message>(db)`
    with counted as (select count(*)::int as total from chatapp_messages m where ${where})
    select ${messageColumns}, total from counted left join lateral (
      select * from chatapp_messages m where ${where} order by m.created_at desc, m.id desc
      limit ${limit} offset ${offset}) m on true`
}

function conditionOf(accountId: number, filter: SmsFilter) {
  const { customerKey, statuses, direction } = filter
  const conditions = [sql`m.account_id = ${accountId} and m.segments is not null`]
  if (customerKey !== undefined) conditions.push(sql`m.customer_key = ${customerKey}`)
  if (statuses) conditions.push(sql`m.status = any(${statuses}::text[])`)
  if (direction) conditions.push(sql`m.direction = ${direction}`)
  conditions.push(...dayConditions(sql`m.created_at`, filter))
  return sql.join(conditions, sql` and `)
}
