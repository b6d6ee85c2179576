// The SQL that lists ledger entries with filters, in pages by offset or by cursor.
import { sql } from 'kysely'
import type { EntryKind, UsageChannel } from '#contract/account/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import { allRows } from '#server/platform/database/statements.ts'
import type { Cursor } from '#server/platform/http/replies/cursor.ts'
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

const newestFirst = sql`e.created_at desc, e.id desc`

export interface EntryPage {
  /** Newest first. */
  rows: Entry[]
  total: number
  /** The number of rows before this page. */
  before: number
}

export async function selectEntries(
  db: Db,
  accountId: number,
  filter: EntryFilter,
  { perPage, position }: { perPage: number; position: { offset: number } | Cursor },
): Promise<EntryPage> {
  const where = filterCondition(accountId, filter)
  const { isBefore, isAfter, order, offset } = conditionsOf(position)
  const { rows } = await sql<{ total: number; rowsBefore: number } & Entry>`
    with counted as (
      select count(*)::int as total, (count(*) filter (where ${isBefore}))::int as rows_before
      from ledger_entries e where ${where}
    )
    select ${entryColumns}, total, rows_before from counted left join lateral (
      select * from ledger_entries e where ${where} and ${isAfter} order by ${order}
      limit ${perPage} offset ${offset}) e on true`.execute(db)
  const { total = 0, rowsBefore = 0 } = rows[0] ?? {}
  const found = rows.filter((row) => row.id !== null)
  if ('offset' in position) return { rows: found, total, before: position.offset }
  return position.direction === 'next'
    ? { rows: found, total, before: rowsBefore }
    : { rows: found.reverse(), total, before: rowsBefore - found.length }
}

/** Returns the entries after the given one, newest first, without counting any. */
export function selectEntriesAfter(
  db: Db,
  accountId: number,
  filter: EntryFilter,
  { after, limit }: { after: Pick<Entry, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<Entry[]> {
  const { isAfter } = conditionsOf(after ? { ...after, direction: 'next' } : { offset: 0 })
  return allRows<Entry>(db)`
    select ${entryColumns} from ledger_entries e
    where ${filterCondition(accountId, filter)} and ${isAfter} order by ${newestFirst} limit ${limit}`
}

/** `isBefore` selects the rows to count before the cursor, `isAfter` those that the page can contain. */
function conditionsOf(position: { offset: number } | Cursor) {
  if ('offset' in position)
    return { isBefore: sql`false`, isAfter: sql`true`, order: newestFirst, offset: position.offset }
  const row = sql`(e.created_at, e.id)`
  const cursor = sql`(${position.createdAt}::timestamptz, ${position.id}::bigint)`
  return position.direction === 'next'
    ? { isBefore: sql`${row} >= ${cursor}`, isAfter: sql`${row} < ${cursor}`, order: newestFirst, offset: 0 }
    : { isBefore: sql`${row} > ${cursor}`, isAfter: sql`${row} > ${cursor}`, order: sql`e.created_at, e.id`, offset: 0 }
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
