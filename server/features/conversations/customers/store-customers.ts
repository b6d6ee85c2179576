// The SQL of customers of a channel: what is recorded in their one conversation, and what came to nothing.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Author, ConversationType, Fault } from '../conversation/conversation.ts'
import type { InsertedMessage } from '../conversation/store-messages.ts'

export interface CustomerMessage {
  /** Of the conversation, should it be opened. */
  uuid: string
  type: ConversationType
  customer: { key: string; identifier?: string | undefined; phone?: string | undefined; name?: string | undefined }
  /** For a conversation that is opened by this; null if there is no assistant. */
  assistantId: number | null
  author: Author
  text: string
  costMicros: number
}

export interface RecordedForCustomer extends InsertedMessage {
  conversationId: number
  conversationUuid: string
  /** The assistant of the conversation, which keeps the one it has. */
  assistantId: number | null
}

/** Finds the conversation by the customer's key, or opens it; either way the message stands in it. */
export async function insertForCustomer(
  db: Db,
  accountId: number,
  { uuid, type, customer, assistantId, author, text, costMicros }: CustomerMessage,
): Promise<RecordedForCustomer> {
  const { rows } = await sql<RecordedForCustomer>`
    with c as (
      insert into conversations as c (account_id, uuid, assistant_id, type, customer_key, customer_identifier,
        customer_phone, customer_name, turns, message_count, cost_micros, status, opened_at, ai_enabled,
        last_activity_at, created_at, updated_at)
      values (${accountId}, ${uuid}, ${assistantId}, ${type}, ${customer.key}, ${customer.identifier ?? null},
        ${customer.phone ?? null}, ${customer.name ?? null}, 1, 1, ${costMicros}, 'open', app_now(),
        ${author !== 'person'}, app_now(), app_now(), app_now())
      on conflict (account_id, type, customer_key) where customer_key is not null do update set
        turns = c.turns + 1, message_count = c.message_count + 1, cost_micros = c.cost_micros + ${costMicros},
        customer_name = coalesce(${customer.name ?? null}, c.customer_name),
        ai_enabled = c.ai_enabled and ${author !== 'person'}, end_requested = false, ended_at = null,
        opened_at = case when c.status = 'open' then c.opened_at else app_now() end, status = 'open',
        last_activity_at = app_now(), updated_at = app_now()
      returning id, uuid, assistant_id, turns, opened_at
    )
    insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
    select ${accountId}, id, turns, ${author === 'customer' ? 0 : 1}, ${author}, ${text}, app_now() from c
    returning conversation_id as "conversationId", (select uuid from c) as "conversationUuid",
      (select assistant_id from c) as "assistantId", id as "messageId", turn, created_at as "createdAt",
      (select opened_at = app_now() from c) as "hasOpened"`.execute(db)
  return rows[0]!
}

/** Does nothing if the conversation has an assistant. */
export async function setMissingAssistant(
  db: Db,
  accountId: number,
  { conversationId, assistantId }: { conversationId: number; assistantId: number },
): Promise<void> {
  await sql`
    update conversations set assistant_id = ${assistantId}
    where account_id = ${accountId} and id = ${conversationId} and assistant_id is null`.execute(db)
}

export interface EarlierMessages {
  conversationId: number
  /** Of the customer, should the conversation know none. */
  name: string | null
  /** Oldest first. */
  messages: readonly { text: string; at: Timestamp }[]
}

/** Their turns are those before the first. */
export async function insertEarlier(
  db: Db,
  accountId: number,
  { conversationId, name, messages }: EarlierMessages,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; turn: number }>`
    with c as (
      update conversations set message_count = message_count + ${messages.length}::int,
        customer_name = coalesce(customer_name, ${name})
      where account_id = ${accountId} and id = ${conversationId}
    )
    insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
    select ${accountId}, ${conversationId}, m.position - ${messages.length}::int, 0, 'customer', m.text, m.at
    from unnest(${messages.map(({ text }) => text)}::text[], ${messages.map(({ at }) => at)}::timestamptz[])
      with ordinality as m (text, at, position)
    returning id, turn`.execute(db)
  return rows.sort((a, b) => a.turn - b.turn).map(({ id }) => id)
}

/** Once for a message: it did not reach the customer, so it counts and costs nothing. */
export async function voidMessageRow(
  db: Db,
  accountId: number,
  { messageId, costMicros, fault }: { messageId: number; costMicros: number; fault?: Fault | undefined },
): Promise<void> {
  await sql`
    with m as (
      update conversation_messages set state = 'failed', error_code = ${fault?.code ?? null},
        error_message = ${fault?.sentence ?? null}
      where account_id = ${accountId} and id = ${messageId} and state = 'done'
      returning conversation_id
    )
    update conversations c set message_count = c.message_count - 1,
      cost_micros = greatest(0, c.cost_micros - ${costMicros})
    from m where c.account_id = ${accountId} and c.id = m.conversation_id`.execute(db)
}

/** Undoes that: the message has reached the customer after all. */
export async function restoreMessageRow(
  db: Db,
  accountId: number,
  { messageId, costMicros }: { messageId: number; costMicros: number },
): Promise<void> {
  await sql`
    with m as (
      update conversation_messages set state = 'done', error_code = null, error_message = null
      where account_id = ${accountId} and id = ${messageId} and state = 'failed'
      returning conversation_id
    )
    update conversations c set message_count = c.message_count + 1, cost_micros = c.cost_micros + ${costMicros}
    from m where c.account_id = ${accountId} and c.id = m.conversation_id`.execute(db)
}

export interface UnansweredMessage {
  conversationId: number
  effectKey: string
  fault: Fault
}

/** It counts for nothing. */
export async function insertUnanswered(
  db: Db,
  accountId: number,
  { conversationId, effectKey, fault }: UnansweredMessage,
): Promise<void> {
  await sql`
    with known as (
      update conversation_messages set error_code = ${fault.code}, error_message = ${fault.sentence}
      where account_id = ${accountId} and conversation_id = ${conversationId} and effect_key = ${effectKey}
      returning 1
    ), c as (
      update conversations set turns = turns + 1, updated_at = app_now()
      where account_id = ${accountId} and id = ${conversationId} and not exists (select from known)
      returning turns
    )
    insert into conversation_messages (account_id, conversation_id, turn, part, author, content, state, effect_key,
      error_code, error_message, created_at)
    select ${accountId}, ${conversationId}, turns, 1, 'assistant', '', 'failed', ${effectKey}, ${fault.code},
      ${fault.sentence}, app_now()
    from c`.execute(db)
}

export async function raiseCost(
  db: Db,
  accountId: number,
  { conversationId, costMicros }: { conversationId: number; costMicros: number },
): Promise<void> {
  await sql`
    update conversations set cost_micros = cost_micros + ${costMicros}
    where account_id = ${accountId} and id = ${conversationId}`.execute(db)
}

/** By what others know the conversation, and who answers in it. */
export async function findConversationIdentity(
  db: Db,
  accountId: number,
  id: number,
): Promise<{ uuid: string; assistantId: number | null } | undefined> {
  const { rows } = await sql<{ uuid: string; assistantId: number | null }>`
    select uuid, assistant_id as "assistantId" from conversations
    where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

export interface WrittenMessage {
  messageId: number
  conversationId: number
  conversationUuid: string
  type: ConversationType
  text: string
}

export async function findWrittenMessage(
  db: Db,
  accountId: number,
  messageId: number,
): Promise<WrittenMessage | undefined> {
  const { rows } = await sql<WrittenMessage>`
    select m.id as "messageId", c.id as "conversationId", c.uuid as "conversationUuid", c.type,
      m.content as text
    from conversation_messages m
    join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
    where m.account_id = ${accountId} and m.id = ${messageId}`.execute(db)
  return rows[0]
}
