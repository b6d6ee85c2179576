// SQL for messages of agents, for the latest messages, and for looking up the result of an earlier request.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow, mapOf } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Author, FunctionCall, Message } from './conversation.ts'
import { isFreeFor } from './store-owner.ts'

export interface NewAgentMessage {
  text: string
  requestKey: string | undefined
  /** Becomes the owner. Null for an API key: then only the assistant loses the conversation. */
  memberId: number | null
  /** Also takes the conversation from another member. */
  takeOver: boolean
}

export interface InsertedMessage {
  messageId: number
  turn: number
  createdAt: Timestamp
  /** The conversation was not open before. */
  hasOpened: boolean
}

/** Also takes the conversation over. Returns undefined if another member owns it. */
export function insertAgentMessage(
  db: Db,
  accountId: number,
  conversationId: number,
  { text, requestKey, memberId, takeOver }: NewAgentMessage,
): Promise<InsertedMessage | undefined> {
  return firstRow<InsertedMessage>(db)`
    with c as (
      update conversations set turns = turns + 1, message_count = message_count + 1,
        ai_enabled = false, owner_id = coalesce(${memberId}, owner_id), end_requested = false, ended_at = null,
        opened_at = case when status = 'open' then opened_at else app_now() end, status = 'open',
        last_activity_at = app_now(), updated_at = app_now()
      where account_id = ${accountId} and id = ${conversationId} and ${isFreeFor(memberId, takeOver)}
      returning turns, opened_at
    )
    insert into conversation_messages (account_id, conversation_id, turn, part, author, content, effect_key, created_at)
    select ${accountId}, ${conversationId}, turns, 1, 'person', ${text}, ${requestKey ?? null}, app_now() from c
    returning id as message_id, turn, created_at, (select opened_at = app_now() from c) as has_opened`
}

export interface StoredAnswer {
  messageId: number
  text: string
  functionCalls: FunctionCall[]
}

/** Finds the answer or the agent's message that belongs to the key. */
export function findMessageByEffect(
  db: Db,
  accountId: number,
  conversationId: number,
  effectKey: string,
): Promise<(StoredAnswer & { createdAt: Timestamp }) | undefined> {
  return firstRow<StoredAnswer & { createdAt: Timestamp }>(db)`
    select id as message_id, content as text, coalesce(function_calls, '[]') as function_calls, created_at
    from conversation_messages
    where account_id = ${accountId} and conversation_id = ${conversationId} and effect_key = ${effectKey}`
}

export interface RequestedTurn {
  turn: number
  state: Message['state']
  answer: StoredAnswer | undefined
}

/** Finds the turn of the customer's message in the request. A failed message no longer has the request's key. */
export async function findTurnByRequest(
  db: Db,
  accountId: number,
  conversationId: number,
  requestKey: string,
): Promise<RequestedTurn | undefined> {
  const { rows } = await sql<Pick<RequestedTurn, 'turn' | 'state'> & (StoredAnswer | { messageId: null })>`
    select said.turn, said.state, answer.id as message_id, answer.content as text,
      coalesce(answer.function_calls, '[]') as function_calls
    from conversation_messages said
    left join conversation_messages answer on answer.account_id = said.account_id
      and answer.conversation_id = said.conversation_id and answer.turn = said.turn and answer.part = 1
    where said.account_id = ${accountId} and said.conversation_id = ${conversationId}
      and said.effect_key = ${requestKey} and said.part = 0`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { turn, state, ...answer } = row
  return { turn, state, answer: answer.messageId === null ? undefined : answer }
}

export function selectContents(
  db: Db,
  accountId: number,
  conversationId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  return mapOf<number, string>(db)`
    select id, content from conversation_messages
    where account_id = ${accountId} and conversation_id = ${conversationId} and id = any(${ids}::bigint[])`
}

/** Returns what was written last in the conversation, the newest first. */
export function selectLatestTexts(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<Pick<LastMessage, 'author' | 'content'>[]> {
  return allRows<Pick<LastMessage, 'author' | 'content'>>(db)`
    select author, left(content, 300) as content from conversation_messages
    where account_id = ${accountId} and conversation_id = ${conversationId} and state <> 'failed' and content <> ''
    order by turn desc, part desc limit 12`
}

export interface LastMessage {
  author: Author
  /** At most the first 200 characters. */
  content: string
  createdAt: Timestamp
}

/** The latest message with a text of each conversation. */
export async function selectLastMessages(
  db: Db,
  accountId: number,
  conversationIds: readonly number[],
): Promise<ReadonlyMap<number, LastMessage>> {
  const { rows } = await sql<LastMessage & { conversationId: number }>`
    select m.* from unnest(${conversationIds}::bigint[]) as c (id) cross join lateral (
      select conversation_id, author, left(content, 200) as content, created_at from conversation_messages
      where account_id = ${accountId} and conversation_id = c.id and content <> ''
      order by turn desc, part desc limit 1) m`.execute(db)
  return new Map(rows.map(({ conversationId, ...message }) => [conversationId, message]))
}
