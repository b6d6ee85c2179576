// SQL for listing conversations with filters, in pages by offset or by cursor.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import type { Cursor } from '#server/platform/http/replies/cursor.ts'
import type { Conversation, ConversationType } from './conversation.ts'
import { conversationColumns } from './store.ts'

export interface ConversationFilter extends DayRange {
  type: ConversationType | undefined
  assistantId: number | undefined
  /** Characters other than digits are ignored. */
  customerPhone: string | undefined
  customerIdentifier: string | undefined
  /** Matches the part of the customer key before the colon. */
  customerKeys: { type: ConversationType; prefixes: string[] }[] | undefined
}

export interface ConversationPage {
  /** Newest first. */
  rows: Conversation[]
  total: number
  /** The number of rows before this page. */
  before: number
}

export type PagePosition = { offset: number } | Cursor

export async function selectConversations(
  db: Db,
  accountId: number,
  filter: ConversationFilter,
  { perPage, position }: { perPage: number; position: PagePosition },
): Promise<ConversationPage> {
  const where = filterCondition(accountId, filter)
  const { isBefore, isAfter, order, offset } = conditionsOf(position)
  const { rows } = await sql<{ total: number; rowsBefore: number } & Conversation>`
    with counted as (
      select count(*)::int as total, (count(*) filter (where ${isBefore}))::int as rows_before
      from conversations c where ${where}
    )
    select ${conversationColumns}, total, rows_before from counted left join lateral (
      select * from conversations c where ${where} and ${isAfter} order by ${order}
      limit ${perPage} offset ${offset}) c on true`.execute(db)
  const { total = 0, rowsBefore = 0 } = rows[0] ?? {}
  const found = rows.filter((row) => row.id !== null)
  if ('offset' in position) return { rows: found, total, before: position.offset }
  return position.direction === 'next'
    ? { rows: found, total, before: rowsBefore }
    : { rows: found.reverse(), total, before: rowsBefore - found.length }
}

/** `isBefore` selects the rows to count before the cursor, `isAfter` those that the page can contain. */
function conditionsOf(position: PagePosition) {
  const newestFirst = sql`c.created_at desc, c.id desc`
  if ('offset' in position)
    return { isBefore: sql`false`, isAfter: sql`true`, order: newestFirst, offset: position.offset }
  const row = sql`(c.created_at, c.id)`
  const cursor = sql`(${position.createdAt}::timestamptz, ${position.id}::bigint)`
  return position.direction === 'next'
    ? { isBefore: sql`${row} >= ${cursor}`, isAfter: sql`${row} < ${cursor}`, order: newestFirst, offset: 0 }
    : { isBefore: sql`${row} > ${cursor}`, isAfter: sql`${row} > ${cursor}`, order: sql`c.created_at, c.id`, offset: 0 }
}

function filterCondition(accountId: number, filter: ConversationFilter) {
  const { type, assistantId, customerPhone, customerIdentifier, customerKeys } = filter
  const conditions = [sql`c.account_id = ${accountId}`]
  if (type) conditions.push(sql`c.type = ${type}`)
  if (assistantId) conditions.push(sql`c.assistant_id = ${assistantId}`)
  if (customerPhone) conditions.push(sql`c.customer_phone = ${`+${customerPhone.replace(/\D/g, '')}`}`)
  if (customerIdentifier) conditions.push(sql`c.customer_identifier = ${customerIdentifier}`)
  if (customerKeys) conditions.push(keyCondition(customerKeys))
  conditions.push(...dayConditions(sql`c.created_at`, filter))
  return sql.join(conditions, sql` and `)
}

function keyCondition(customerKeys: NonNullable<ConversationFilter['customerKeys']>) {
  const alternatives = customerKeys.map(
    ({ type, prefixes }) => sql`c.type = ${type} and split_part(c.customer_key, ':', 1) = any(${prefixes}::text[])`,
  )
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}
