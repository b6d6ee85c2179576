// SQL for recording a channel's messages, costs and failures in the conversation of its customer.
import { sql } from 'kysely'
import type { NamesOfContact } from '#server/features/contacts/index.ts'
import type { Db } from '#server/platform/database/database.ts'
import { firstRow, hasRows, mapOf, oneRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Author, ConversationType, Fault } from '../conversation/conversation.ts'
import type { InsertedMessage } from '../conversation/store-messages.ts'
import type { CustomerOfChannel } from './find-or-open-conversation.ts'

export interface CustomerMessage {
  customer: Pick<CustomerOfChannel, 'type' | 'key' | 'identifier' | 'phone' | 'name'>
  /** For a new conversation; null if the sender has no assistant. */
  assistantId: number | null
  author: Author
  text: string
  /** The price that the account pays for the message. */
  costMicros: number
}

export interface RecordedForCustomer extends InsertedMessage {
  conversationId: number
  conversationUuid: string
  /** An existing conversation keeps its assistant. */
  assistantId: number | null
}

/** Finds the conversation by the customer's key, or opens one with this UUID, and adds the message. */
export function insertForCustomer(
  db: Db,
  accountId: number,
  uuid: string,
  { customer, assistantId, author, text, costMicros }: CustomerMessage,
): Promise<RecordedForCustomer> {
  return oneRow<RecordedForCustomer>(db)`
    with c as (
      insert into conversations as c (account_id, uuid, assistant_id, type, customer_key, customer_identifier,
        customer_phone, customer_name, turns, message_count, cost_micros, status, opened_at, ai_enabled,
        last_customer_turn, last_activity_at, created_at, updated_at)
      values (${accountId}, ${uuid}, ${assistantId}, ${customer.type}, ${customer.key}, ${customer.identifier ?? null},
        ${customer.phone ?? null}, ${customer.name ?? null}, 1, 1, ${costMicros}, 'open', app_now(),
        ${author !== 'person'}, ${author === 'customer' ? 1 : 0}, app_now(), app_now(), app_now())
      on conflict (account_id, type, customer_key) where customer_key is not null do update set
        turns = c.turns + 1, message_count = c.message_count + 1, cost_micros = c.cost_micros + ${costMicros},
        customer_name = coalesce(${customer.name ?? null}, c.customer_name),
        customer_phone = coalesce(c.customer_phone, excluded.customer_phone),
        ai_enabled = c.ai_enabled and ${author !== 'person'},
        last_customer_turn = case when ${author === 'customer'} then c.turns + 1 else c.last_customer_turn end,
        snoozed_until = case when ${author !== 'customer'} then c.snoozed_until end, end_requested = false, ended_at = null,
        opened_at = case when c.status = 'open' then c.opened_at else app_now() end, status = 'open',
        last_activity_at = app_now(), updated_at = app_now()
      returning id, uuid, assistant_id, turns, opened_at
    )
    insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
    select ${accountId}, id, turns, ${author === 'customer' ? 0 : 1}, ${author}, ${text}, app_now() from c
    returning conversation_id, (select uuid from c) as conversation_uuid,
      (select assistant_id from c) as assistant_id, id as message_id, turn, created_at,
      (select opened_at = app_now() from c) as has_opened`
}

/** Conversations with the contact show the name that the account gave. */
export async function nameCustomer(
  db: Db,
  accountId: number,
  { name, phoneNumbers, identifiers }: NamesOfContact,
): Promise<void> {
  await sql`
    update conversations set customer_name = ${name}
    where account_id = ${accountId} and customer_name is distinct from ${name}
      and (customer_phone = any(${phoneNumbers}::text[]) or customer_identifier = any(${identifiers}::text[]))`.execute(
    db,
  )
}

/** The customer has this key and identifier instead, and no phone number. */
export async function renameCustomer(
  db: Db,
  accountId: number,
  { conversationId, key, identifier }: { conversationId: number; key: string; identifier: string },
): Promise<void> {
  await sql`
    update conversations set customer_key = ${key}, customer_identifier = ${identifier}, customer_phone = null
    where account_id = ${accountId} and id = ${conversationId}`.execute(db)
}

/** Does nothing if the conversation has an assistant. */
export async function assignAssistant(
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
  /** For a conversation without a customer name. */
  name: string | null
  /** Oldest first. */
  messages: readonly { text: string; at: Timestamp }[]
}

/** Adds messages before the start of the history, and returns their ids in order. */
export async function recordEarlierMessages(
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

/** Marks a message as failed because it did not reach the customer, so it no longer counts or costs anything. */
export async function voidMessage(
  db: Db,
  accountId: number,
  { messageId, costMicros, fault }: { messageId: number; costMicros: number; fault?: Fault | undefined },
): Promise<void> {
  await sql`
    with m as (
      update conversation_messages set state = 'failed', error_code = ${fault?.code ?? null},
        error_message = ${fault?.message ?? null}
      where account_id = ${accountId} and id = ${messageId} and state = 'done'
      returning conversation_id
    )
    update conversations c set message_count = c.message_count - 1,
      cost_micros = greatest(0, c.cost_micros - ${costMicros})
    from m where c.account_id = ${accountId} and c.id = m.conversation_id`.execute(db)
}

/** Reverses `voidMessage` for a message that did reach the customer. */
export async function restoreMessage(
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

/** Adds a failed answer, or updates its fault if there is one under the key. */
export async function recordUnanswered(
  db: Db,
  accountId: number,
  { conversationId, effectKey, fault }: UnansweredMessage,
): Promise<void> {
  await sql`
    with known as (
      update conversation_messages set error_code = ${fault.code}, error_message = ${fault.message}
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
      ${fault.message}, app_now()
    from c`.execute(db)
}

/** Returns the assistant of the conversation. */
export async function addCost(
  db: Db,
  accountId: number,
  { conversationId, costMicros }: { conversationId: number; costMicros: number },
): Promise<{ assistantId: number | null }> {
  const found = await firstRow<{ assistantId: number | null }>(db)`
  update conversations set cost_micros = cost_micros + ${costMicros}
  where account_id = ${accountId} and id = ${conversationId} returning assistant_id`
  return found ?? { assistantId: null }
}

export function findConversationIdentity(
  db: Db,
  accountId: number,
  id: number,
): Promise<{ uuid: string; assistantId: number | null } | undefined> {
  return firstRow<{ uuid: string; assistantId: number | null }>(db)`
    select uuid, assistant_id from conversations
    where account_id = ${accountId} and id = ${id}`
}

/** By id. Conversations that were deleted are left out. */
export function selectUuids(db: Db, accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return mapOf<number, string>(db)`
    select id, uuid from conversations where account_id = ${accountId} and id = any(${ids}::bigint[])`
}

/** False for the texts that the account wrote: of its agents, its rules and its requests. */
export async function isWrittenByModel(db: Db, accountId: number, messageId: number): Promise<boolean> {
  return hasRows(db)`
    select from conversation_messages where account_id = ${accountId} and id = ${messageId} and model is not null`
}

export interface AgentMessage {
  messageId: number
  conversationId: number
  conversationUuid: string
  type: ConversationType
  text: string
}

export function findAgentMessage(db: Db, accountId: number, messageId: number): Promise<AgentMessage | undefined> {
  return firstRow<AgentMessage>(db)`
    select m.id as message_id, c.id as conversation_id, c.uuid as conversation_uuid, c.type, m.content as text
    from conversation_messages m
    join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
    where m.account_id = ${accountId} and m.id = ${messageId}`
}
