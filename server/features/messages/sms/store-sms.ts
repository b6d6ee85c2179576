// The SQL that lists sent and received SMS with filters.

import { sql } from 'kysely'
import { personKeys } from '#server/features/contacts/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import { type PageNumber, selectPage } from '#server/platform/database/select-page.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import { messageColumns } from '../delivery/store.ts'
import type { Message } from '../message/message.ts'

export interface SmsFilter extends DayRange {
  /** The key of an address of the customer. */
  customerKey: string | undefined
  statuses: readonly CarrierStatus[] | undefined
  direction: 'inbound' | 'outbound' | undefined
}

/** Newest first. */
export function selectSms(
  db: Db,
  accountId: number,
  filter: SmsFilter,
  page: PageNumber,
): Promise<{ rows: Message[]; total: number }> {
  const where = conditionOf(accountId, filter)
  const order = sql`m.created_at desc, m.id desc`
  const source = { table: sql`chatapp_messages`, alias: sql`m` }
  return selectPage<Message>(db, { columns: messageColumns, ...source, where, order }, page)
}

function conditionOf(accountId: number, filter: SmsFilter) {
  const { customerKey, statuses, direction } = filter
  const conditions = [sql`m.account_id = ${accountId} and m.segments is not null`]
  if (customerKey !== undefined) conditions.push(sql`m.customer_key = any(${personKeys(accountId, customerKey)})`)
  if (statuses) conditions.push(sql`m.status = any(${statuses}::text[])`)
  if (direction) conditions.push(sql`m.direction = ${direction}`)
  conditions.push(...dayConditions(sql`m.created_at`, filter))
  return sql.join(conditions, sql` and `)
}
