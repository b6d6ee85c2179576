// SQL for listing conversations with filters, in pages by offset or by cursor.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import type { Cursor } from '#server/platform/http/replies/cursor.ts'
import type { Conversation, ConversationType } from './conversation.ts'
import { conversationColumns } from './store.ts'
import { searchQuery } from './store-search.ts'

export interface ConversationFilter extends DayRange {
  type: ConversationType | undefined
  assistantId: number | undefined
  /** Characters other than digits are ignored. */
  customerPhone: string | undefined
  customerIdentifier: string | undefined
  /** Matches the part of the customer key before the colon. */
  customerKeys: { type: ConversationType; prefixes: string[] }[] | undefined
  /** A number is the id of a member. */
  owner: 'assistant' | 'nobody' | number | undefined
  labelId: number | undefined
  isSnoozed: boolean | undefined
  unreadBy: { userId: number; isUnread: boolean } | undefined
  search: string | undefined
}

/** By creation or by the latest message, latest first. */
export type ConversationOrder = 'newest' | 'activity'

export interface ConversationPage {
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
  { sort, perPage, position }: { sort: ConversationOrder; perPage: number; position: PagePosition },
): Promise<ConversationPage> {
  const where = filterCondition(accountId, filter)
  const { isBefore, isAfter, order, offset } = conditionsOf(position, sort)
  const found = filter.search ? sql`found as materialized (${searchQuery(accountId, filter.search)}),` : sql``
  const { rows } = await sql<{ total: number; rowsBefore: number } & Conversation>`
    with ${found} counted as (
      select count(*)::int as total, (count(*) filter (where ${isBefore}))::int as rows_before
      from conversations c where ${where}
    )
    select ${conversationColumns}, total, rows_before from counted left join lateral (
      select * from conversations c where ${where} and ${isAfter} order by ${order}
      limit ${perPage} offset ${offset}) c on true`.execute(db)
  const { total = 0, rowsBefore = 0 } = rows[0] ?? {}
  const page = rows.filter((row) => row.id !== null)
  if ('offset' in position) return { rows: page, total, before: position.offset }
  return position.direction === 'next'
    ? { rows: page, total, before: rowsBefore }
    : { rows: page.reverse(), total, before: rowsBefore - page.length }
}

/** `isBefore` selects the rows to count before the cursor, `isAfter` those that the page can contain. */
function conditionsOf(position: PagePosition, sort: ConversationOrder) {
  const time = sort === 'activity' ? sql`c.last_activity_at` : sql`c.created_at`
  const latestFirst = sql`${time} desc, c.id desc`
  if ('offset' in position)
    return { isBefore: sql`false`, isAfter: sql`true`, order: latestFirst, offset: position.offset }
  const row = sql`(${time}, c.id)`
  const cursor = sql`(${position.createdAt}::timestamptz, ${position.id}::bigint)`
  return position.direction === 'next'
    ? { isBefore: sql`${row} >= ${cursor}`, isAfter: sql`${row} < ${cursor}`, order: latestFirst, offset: 0 }
    : { isBefore: sql`${row} > ${cursor}`, isAfter: sql`${row} > ${cursor}`, order: sql`${time}, c.id`, offset: 0 }
}

function filterCondition(accountId: number, filter: ConversationFilter) {
  const { type, assistantId, customerPhone, customerIdentifier, customerKeys } = filter
  const conditions = [sql`c.account_id = ${accountId}`]
  if (type) conditions.push(sql`c.type = ${type}`)
  if (assistantId) conditions.push(sql`c.assistant_id = ${assistantId}`)
  if (customerPhone) conditions.push(sql`c.customer_phone = ${`+${customerPhone.replace(/\D/g, '')}`}`)
  if (customerIdentifier) conditions.push(sql`c.customer_identifier = ${customerIdentifier}`)
  if (customerKeys) conditions.push(keyCondition(customerKeys))
  conditions.push(...inboxConditions(filter))
  conditions.push(...dayConditions(sql`c.created_at`, filter))
  return sql.join(conditions, sql` and `)
}

function inboxConditions({ owner, labelId, isSnoozed, unreadBy, search }: ConversationFilter) {
  const conditions: RawBuilder<unknown>[] = []
  if (typeof owner === 'number') conditions.push(sql`c.owner_id = ${owner}`)
  else if (owner) {
    const isAssistants = sql`c.ai_enabled and c.assistant_id is not null`
    conditions.push(owner === 'assistant' ? isAssistants : sql`c.owner_id is null and not (${isAssistants})`)
  }
  if (labelId)
    conditions.push(sql`exists (select from labels_of_conversations l
      where l.account_id = c.account_id and l.label_id = ${labelId} and l.conversation_id = c.id)`)
  // In a subquery, the clock is read once and not for every row.
  const isAsleep = sql`c.snoozed_until > (select app_now())`
  if (isSnoozed !== undefined)
    conditions.push(isSnoozed ? isAsleep : sql`(c.snoozed_until is null or not (${isAsleep}))`)
  if (unreadBy) conditions.push(unreadCondition(unreadBy))
  if (search) conditions.push(sql`c.id in (select id from found)`)
  return conditions
}

function unreadCondition({ userId, isUnread }: NonNullable<ConversationFilter['unreadBy']>) {
  const isRead = sql`exists (select from conversation_reads r where r.account_id = c.account_id
    and r.user_id = ${userId} and r.conversation_id = c.id and r.read_turn >= c.last_customer_turn)`
  return isUnread ? sql`c.last_customer_turn > 0 and not ${isRead}` : sql`(c.last_customer_turn = 0 or ${isRead})`
}

function keyCondition(customerKeys: NonNullable<ConversationFilter['customerKeys']>) {
  const alternatives = customerKeys.map(
    ({ type, prefixes }) => sql`c.type = ${type} and split_part(c.customer_key, ':', 1) = any(${prefixes}::text[])`,
  )
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}
