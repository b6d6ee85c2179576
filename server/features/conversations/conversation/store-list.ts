// The SQL of the list of conversations: its filters, and its pages by offset and by cursor.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Cursor } from '#server/platform/http/cursor.ts'
import type { Conversation, ConversationType } from './conversation.ts'
import { conversationColumns } from './store.ts'

export interface ConversationFilter {
  type: ConversationType | undefined
  assistantId: number | undefined
  /** Characters other than digits are ignored. */
  customerPhone: string | undefined
  customerIdentifier: string | undefined
  /** One of these, by the part of its customer key before the colon. */
  customerKeys: { type: ConversationType; prefixes: string[] }[] | undefined
  /** Days in `timeZone`, both included. */
  dateFrom: string | undefined
  dateTo: string | undefined
  timeZone: string
}

export interface ConversationPage {
  /** The newest first. */
  rows: Conversation[]
  total: number
  /** How many rows come before them. */
  before: number
}

export async function selectConversations(
  db: Db,
  accountId: number,
  filter: ConversationFilter,
  { perPage, place }: { perPage: number; place: { offset: number } | Cursor },
): Promise<ConversationPage> {
  const where = conditionOf(accountId, filter)
  const { passed, ahead, order, offset } = placeOf(place)
  const { rows } = await sql<{ total: number; passed: number } & Conversation>`
    with counted as (
      select count(*)::int as total, (count(*) filter (where ${passed}))::int as passed
      from conversations c where ${where}
    )
    select ${conversationColumns}, total, passed from counted left join lateral (
      select * from conversations c where ${where} and ${ahead} order by ${order}
      limit ${perPage} offset ${offset}) c on true`.execute(db)
  const { total = 0, passed: passedRows = 0 } = rows[0] ?? {}
  const found = rows.filter((row) => row.id !== null)
  if ('offset' in place) return { rows: found, total, before: place.offset }
  return place.direction === 'next'
    ? { rows: found, total, before: passedRows }
    : { rows: found.reverse(), total, before: passedRows - found.length }
}

/** `passed` rows are counted to learn how many come before the page. */
function placeOf(place: { offset: number } | Cursor) {
  const newestFirst = sql`c.created_at desc, c.id desc`
  if ('offset' in place) return { passed: sql`false`, ahead: sql`true`, order: newestFirst, offset: place.offset }
  const row = sql`(c.created_at, c.id)`
  const cursor = sql`(${place.createdAt}::timestamptz, ${place.id}::bigint)`
  return place.direction === 'next'
    ? { passed: sql`${row} >= ${cursor}`, ahead: sql`${row} < ${cursor}`, order: newestFirst, offset: 0 }
    : { passed: sql`${row} > ${cursor}`, ahead: sql`${row} > ${cursor}`, order: sql`c.created_at, c.id`, offset: 0 }
}

function conditionOf(accountId: number, filter: ConversationFilter) {
  const { type, assistantId, customerPhone, customerIdentifier, customerKeys, dateFrom, dateTo, timeZone } = filter
  const conditions = [sql`c.account_id = ${accountId}`]
  if (type) conditions.push(sql`c.type = ${type}`)
  if (assistantId) conditions.push(sql`c.assistant_id = ${assistantId}`)
  if (customerPhone) conditions.push(sql`c.customer_phone = ${`+${customerPhone.replace(/\D/g, '')}`}`)
  if (customerIdentifier) conditions.push(sql`c.customer_identifier = ${customerIdentifier}`)
  if (customerKeys) conditions.push(keyCondition(customerKeys))
  if (dateFrom) conditions.push(sql`c.created_at >= (${dateFrom}::date)::timestamp at time zone ${timeZone}`)
  if (dateTo) conditions.push(sql`c.created_at < (${dateTo}::date + 1)::timestamp at time zone ${timeZone}`)
  return sql.join(conditions, sql` and `)
}

function keyCondition(customerKeys: NonNullable<ConversationFilter['customerKeys']>) {
  const alternatives = customerKeys.map(
    ({ type, prefixes }) => sql`c.type = ${type} and split_part(c.customer_key, ':', 1) = any(${prefixes}::text[])`,
  )
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}
