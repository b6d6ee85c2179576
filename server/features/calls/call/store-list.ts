// SQL for listing calls with filters.

import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import { type PageNumber, selectPage } from '#server/platform/database/select-page.ts'
import { oneRow, oneValue } from '#server/platform/database/statements.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { Interaction } from '#server/voice/interaction/measure-interaction.ts'
import type { Call, CallType } from './call.ts'
import type { CallStatus } from './status.ts'
import { callColumns } from './store.ts'

export interface CallFilter extends DayRange {
  status: CallStatus | undefined
  type: CallType | undefined
  /** The number of the customer, as one of these. */
  phoneNumbers: readonly string[] | undefined
  assistantId: number | undefined
  campaignId: number | undefined
}

/** Newest first. */
export function selectCalls(
  db: Db,
  accountId: number,
  filter: CallFilter,
  page: PageNumber,
): Promise<{ rows: Call[]; total: number }> {
  const where = conditionOf(accountId, filter)
  const order = sql`c.created_at desc, c.id desc`
  return selectPage<Call>(db, { columns: callColumns, table: sql`calls`, alias: sql`c`, where, order }, page)
}

type InteractionFilter = DayRange & { assistantId: number }

/** The sums of all calls that were measured. */
export function sumInteraction(
  db: Db,
  accountId: number,
  filter: InteractionFilter,
): Promise<{ calls: number; sums: Partial<Interaction> }> {
  return oneRow<{ calls: number; sums: Partial<Interaction> }>(db)`
    with measured as (select c.interaction from calls c where ${conditionOf(accountId, filter)} and c.interaction is not null)
    select (select count(*)::int from measured) as calls, coalesce(jsonb_object_agg(name, total), '{}') as sums
    from (select name, sum(amount::bigint) as total from measured, jsonb_each_text(interaction) as field (name, amount)
      group by name) as totals`
}

function conditionOf(accountId: number, filter: Partial<CallFilter>) {
  const { status, type, phoneNumbers, assistantId, campaignId } = filter
  const conditions = [sql`c.account_id = ${accountId}`]
  if (status) conditions.push(sql`c.status = ${status}`)
  if (type) conditions.push(sql`c.type = ${type}`)
  if (phoneNumbers) conditions.push(sql`c.client_phone = any(${phoneNumbers}::text[])`)
  if (assistantId) conditions.push(sql`c.assistant_id = ${assistantId}`)
  if (campaignId) conditions.push(sql`c.campaign_id = ${campaignId}`)
  conditions.push(...dayConditions(sql`c.created_at`, filter))
  return sql.join(conditions, sql` and `)
}

/** Counts the calls of all accounts, except those with a media connection to one of these processes. */
export function countOpenCalls(db: Db, exceptProcessIds: readonly string[]): Promise<number> {
  return oneValue<number>(db)`
    select count(*)::int as count from calls
    where deadline_at is not null and (process_id is null or process_id <> all(${exceptProcessIds}::text[]))`
}

/** When the account has called one of the numbers in the last 24 hours, newest first. Calls that were not placed do not count. */
export async function selectRecentCalls(db: Db, accountId: number, phoneNumbers: readonly string[]): Promise<Date[]> {
  const { rows } = await sql<{ at: string }>`
    select created_at as at from calls
    where account_id = ${accountId} and client_phone = any(${phoneNumbers}::text[]) and type = 'outbound'
      and created_at > app_now() - interval '1 day' and (dial_state <> 'refused' or ended_at is null)
      and ended_reason is distinct from 'canceled'
    order by created_at desc limit 20`.execute(db)
  return rows.map(({ at }) => toDate(at))
}
