// The SQL of inbound messages, and of the messages that they reply to.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface NewInbound {
  uuid: string
  senderId: number
  customerKey: string
  address: string
  body: string
  conversationId: number | null
  conversationMessageId: number | null
  carrierAccountSid: string
  sid: string
  buttonPayload: string | null
  /** The carrier's SID of the message that this one replies to. */
  repliedToSid: string | null
  at: Timestamp
}

/** Returns undefined if the message is stored already. */
export async function insertInbound(db: Db, accountId: number, inbound: NewInbound): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into chatapp_messages (account_id, uuid, sender_id, customer_key, direction, kind, head_uuid, part,
      conversation_id, conversation_message_id, address, body, state, status, carrier_account_sid, sid, button_payload,
      replied_to_sid, created_at, updated_at)
    values (${accountId}, ${inbound.uuid}, ${inbound.senderId}, ${inbound.customerKey}, 'inbound', 'inbound',
      ${inbound.uuid}, 1, ${inbound.conversationId}, ${inbound.conversationMessageId}, ${inbound.address},
      ${inbound.body}, 'received', 'received', ${inbound.carrierAccountSid}, ${inbound.sid},
      ${inbound.buttonPayload}, ${inbound.repliedToSid}, ${inbound.at}, ${inbound.at})
    on conflict (account_id, sid) where sid is not null do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

/** Ids are those of messages in the conversation. */
interface ReplyInConversation {
  messageId: number
  buttonPayload: string | null
  /** Null if the message is not in the conversation. */
  repliedToId: number | null
}

/** Returns tapped buttons and messages that quote another one. */
export async function selectRepliesInConversation(
  db: Db,
  accountId: number,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<ReplyInConversation[]> {
  const { rows } = await sql<ReplyInConversation>`
    select m.conversation_message_id as "messageId", m.button_payload as "buttonPayload",
      o.conversation_message_id as "repliedToId"
    from chatapp_messages m left join chatapp_messages o
      on o.account_id = m.account_id and o.sid = m.replied_to_sid and o.conversation_id = m.conversation_id
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and m.direction = 'inbound'
      and m.conversation_message_id = any(${messageIds}::bigint[]) and (m.button_payload is not null or m.replied_to_sid is not null)`.execute(
    db,
  )
  return rows
}

/** Maps the latest messages that quote another one to the quoted message, by their ids in the conversation. */
export async function selectRepliedTo(db: Db, accountId: number, conversationId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ messageId: number; repliedToId: number }>`
    select m.conversation_message_id as "messageId", o.conversation_message_id as "repliedToId"
    from chatapp_messages m join chatapp_messages o
      on o.account_id = m.account_id and o.sid = m.replied_to_sid and o.conversation_id = m.conversation_id
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and m.replied_to_sid is not null
      and m.conversation_message_id is not null and o.conversation_message_id is not null
    order by m.id desc limit 80`.execute(db)
  return new Map(rows.map(({ messageId, repliedToId }) => [messageId, repliedToId]))
}
