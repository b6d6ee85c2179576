// The SQL that lists ledger entries with filters, in pages by offset or by cursor.

import { sql } from 'kysely'
import type { EntryKind, UsageChannel } from '#contract/account/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import {
  type CursorPage,
  conditionsOf,
  type PagePosition,
  selectCursorPage,
} from '#server/platform/database/select-page.ts'
import { allRows } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface Entry {
  id: number
  kind: EntryKind
  ref: string
  amountMicros: number
  balanceAfterMicros: number
  channel: UsageChannel | null
  assistantId: number | null
  campaignId: number | null
  callId: number | null
  conversationId: number | null
  messageId: number | null
  automationId: string | null
  memberId: number | null
  calls: number
  seconds: number
  messages: number
  segments: number
  aiSteps: number
  note: string | null
  author: string | null
  createdAt: Timestamp
}

export interface EntryFilter extends DayRange {
  kind: EntryKind | undefined
  channel: UsageChannel | undefined
  assistantId: number | undefined
  campaignId: number | undefined
  /** Any of these. */
  refs: readonly string[] | undefined
}

const entryColumns = sql`
  e.id, e.kind, e.ref, e.amount_micros, e.balance_after_micros, e.channel, e.assistant_id, e.campaign_id, e.call_id,
  e.conversation_id, e.message_id, e.automation_id, e.member_id, e.calls, e.seconds, e.messages, e.segments, e.ai_steps,
  e.note, e.author, e.created_at`

export function selectEntries(
  db: Db,
  accountId: number,
  filter: EntryFilter,
  range: { perPage: number; position: PagePosition },
): Promise<CursorPage<Entry>> {
  const where = filterCondition(accountId, filter)
  const parts = { columns: entryColumns, table: sql`ledger_entries`, alias: sql`e`, where, time: sql`e.created_at` }
  return selectCursorPage<Entry>(db, parts, range)
}

/** Returns the entries after the given one, newest first, without counting any. */
export function selectEntriesAfter(
  db: Db,
  accountId: number,
  filter: EntryFilter,
  { after, limit }: { after: Pick<Entry, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<Entry[]> {
  const { isAfter, order } = conditionsOf(
    after ? { ...after, direction: 'next' } : { offset: 0 },
    sql`e.created_at`,
    sql`e.id`,
  )
  return allRows<Entry>(db)`
    select ${entryColumns} from ledger_entries e
    where ${filterCondition(accountId, filter)} and ${isAfter} order by ${order} limit ${limit}`
}

function filterCondition(accountId: number, filter: EntryFilter) {
  const { kind, channel, assistantId, campaignId, refs } = filter
  const conditions = [sql`e.account_id = ${accountId}`]
  if (kind) conditions.push(sql`e.kind = ${kind}`)
  if (channel) conditions.push(sql`e.channel = ${channel}`)
  if (assistantId !== undefined) conditions.push(sql`e.assistant_id = ${assistantId}`)
  if (campaignId !== undefined) conditions.push(sql`e.campaign_id = ${campaignId}`)
  if (refs) conditions.push(sql`e.ref = any(${refs}::text[])`)
  conditions.push(...dayConditions(sql`e.created_at`, filter))
  return sql.join(conditions, sql` and `)
}
