// The SQL of inbound messages, and of the messages that they reply to.
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstValue, mapOf } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { InboundMessage, Referral } from '#server/ports/carrier.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'

interface NewInbound extends ContactKey {
  uuid: string
  inbound: InboundMessage
  /** The text in the conversation's history. */
  text: string
  conversationId: number | null
  conversationMessageId: number | null
  at: Timestamp
  /** Null for a message of the chat app. */
  segments: number | null
}

/** Returns undefined if the message is stored already. */
export function insertInbound(
  db: Db,
  accountId: number,
  { uuid, senderId, customerKey, inbound, text, conversationId, conversationMessageId, at, segments }: NewInbound,
): Promise<number | undefined> {
  return firstValue<number>(db)`
    insert into chatapp_messages (account_id, uuid, sender_id, customer_key, direction, kind, head_uuid, part,
      conversation_id, conversation_message_id, address, body, state, status, carrier_account_id, external_id, button_payload,
      replied_to_external_id, referral, segments, segment_price_micros, created_at, updated_at)
    values (${accountId}, ${uuid}, ${senderId}, ${customerKey}, 'inbound', 'inbound', ${uuid}, 1, ${conversationId},
      ${conversationMessageId}, ${inbound.from}, ${text}, 'received', 'received', ${inbound.carrierAccountId}, ${inbound.externalId},
      ${inbound.buttonPayload}, ${inbound.repliedToExternalId},
      ${inbound.referral ? JSON.stringify(inbound.referral) : null}::jsonb, ${segments}::int, ${segments === null ? null : 0}::bigint, ${at},
      ${at})
    on conflict (account_id, external_id) where external_id is not null do nothing
    returning id`
}

/** Ids are those of messages in the conversation. */
interface ReplyInConversation {
  messageId: number
  buttonPayload: string | null
  /** Null if the message is not in the conversation. */
  repliedToId: number | null
  referral: Referral | null
}

/** Returns tapped buttons, messages that quote another one, and messages that began from an ad. */
export function selectRepliesInConversation(
  db: Db,
  accountId: number,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<ReplyInConversation[]> {
  return allRows<ReplyInConversation>(db)`
    select m.conversation_message_id as message_id, m.button_payload, m.referral, o.conversation_message_id as replied_to_id
    from chatapp_messages m left join chatapp_messages o
      on o.account_id = m.account_id and o.external_id = m.replied_to_external_id and o.conversation_id = m.conversation_id
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and m.direction = 'inbound'
      and m.conversation_message_id = any(${messageIds}::bigint[])
      and (m.button_payload is not null or m.replied_to_external_id is not null or m.referral is not null)`
}

/** Maps the latest messages that quote another one to the quoted message, by their ids in the conversation. */
export function selectRepliedTo(db: Db, accountId: number, conversationId: number): Promise<Map<number, number>> {
  return mapOf<number, number>(db)`
    select m.conversation_message_id as message_id, o.conversation_message_id as replied_to_id
    from chatapp_messages m join chatapp_messages o
      on o.account_id = m.account_id and o.external_id = m.replied_to_external_id and o.conversation_id = m.conversation_id
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and m.replied_to_external_id is not null
      and m.conversation_message_id is not null and o.conversation_message_id is not null
    order by m.id desc limit 80`
}

/** Returns the ad from which the customer began to write last, if that is at most three days ago. */
export function findLatestReferral(db: Db, accountId: number, conversationId: number): Promise<Referral | undefined> {
  return firstValue<Referral>(db)`
    select referral from chatapp_messages
    where account_id = ${accountId} and conversation_id = ${conversationId} and referral is not null
      and created_at > (select app_now()) - interval '3 days'
    order by id desc limit 1`
}
