// SQL for listing conversations with filters, in pages by offset or by cursor.
import { type RawBuilder, sql } from 'kysely'
import type { NamesOfContact } from '#server/features/contacts/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type DayRange, dayConditions } from '#server/platform/database/day-range.ts'
import { containing } from '#server/platform/database/like-pattern.ts'
import { type CursorPage, type PagePosition, selectCursorPage } from '#server/platform/database/select-page.ts'
import type { Conversation, ConversationType } from './conversation.ts'
import { conversationColumns } from './store.ts'

export interface ConversationFilter extends DayRange {
  type: ConversationType | undefined
  assistantId: number | undefined
  /** Characters other than digits are ignored. */
  customerPhone: string | undefined
  customerIdentifier: string | undefined
  contact: NamesOfContact | undefined
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

export function selectConversations(
  db: Db,
  accountId: number,
  filter: ConversationFilter,
  { sort, ...range }: { sort: ConversationOrder; perPage: number; position: PagePosition },
): Promise<CursorPage<Conversation>> {
  const where = filterCondition(accountId, filter)
  const definitions = filter.search ? sql`found as materialized (${searchQuery(accountId, filter.search)}),` : sql``
  const time = sort === 'activity' ? sql`c.last_activity_at` : sql`c.created_at`
  const source = { table: sql`conversations`, alias: sql`c` }
  return selectCursorPage<Conversation>(
    db,
    { definitions, columns: conversationColumns, ...source, where, time },
    range,
  )
}

function filterCondition(accountId: number, filter: ConversationFilter) {
  const { type, assistantId, customerPhone, customerIdentifier, contact, customerKeys } = filter
  const conditions = [sql`c.account_id = ${accountId}`]
  if (type) conditions.push(sql`c.type = ${type}`)
  if (assistantId) conditions.push(sql`c.assistant_id = ${assistantId}`)
  if (customerPhone) conditions.push(sql`c.customer_phone = ${`+${customerPhone.replace(/\D/g, '')}`}`)
  if (customerIdentifier) conditions.push(sql`c.customer_identifier = ${customerIdentifier}`)
  if (contact)
    conditions.push(sql`(c.customer_phone = any(${contact.phoneNumbers}::text[])
      or c.customer_identifier = any(${contact.identifiers}::text[]))`)
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

const maxWords = 8
/** Of customers, or messages, that are more than this, only some are found. */
const maxFound = 10_000
/** Shorter beginnings would match most words. */
const minPrefixLength = 3

/**
 * Selects the ids of the account's conversations whose customer has the text in their name, phone number or identifier, or
 * that have a message with all of its words, or words that begin with them.
 */
function searchQuery(accountId: number, text: string): RawBuilder<unknown> {
  const customer = sql`conversation_customer(s.customer_name, s.customer_phone, s.customer_identifier)`
  const patterns = patternsOf(text).map((pattern) => sql`${customer} ilike ${pattern}`)
  const words = wordsOf(text)
  const byCustomer = sql`(
    select s.id from conversations s where s.account_id = ${accountId} and (${sql.join(patterns, sql` or `)})
    limit ${maxFound})`
  if (words.length === 0) return byCustomer
  return sql`${byCustomer} union (
    select m.conversation_id from conversation_messages m
    where m.account_id = ${accountId} and message_words(m.content) @@ to_tsquery('simple', ${words.join(' & ')})
    limit ${maxFound})`
}

/** The text, and its digits if it looks like a phone number. */
function patternsOf(text: string): string[] {
  const digits = /^[\d\s+().-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  return [text, ...(digits.length >= 3 ? [digits] : [])].map(containing)
}

function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.slice(0, maxWords).map((word) => (word.length < minPrefixLength ? `'${word}'` : `'${word}':*`))
}
