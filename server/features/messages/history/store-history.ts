// The SQL of a conversation's delivery statuses, and of messages without a conversation.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { allRows } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierFault, CarrierStatus } from '#server/ports/carrier.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'

export interface SentInConversation extends CarrierFault {
  /** The id of the message in the conversation. */
  messageId: number
  /** The statuses of its parts, in order. */
  statuses: CarrierStatus[]
}

export function selectSentInConversation(
  db: Db,
  accountId: number,
  { conversationId, messageIds }: { conversationId: number; messageIds: readonly number[] },
): Promise<SentInConversation[]> {
  return allRows<SentInConversation>(db)`
    select conversation_message_id as message_id, array_agg(status order by part) as statuses,
      min(error_code) filter (where part = failed_part) as error_code,
      min(failure_reason) filter (where part = failed_part) as failure_reason,
      min(error_message) filter (where part = failed_part) as error_message
    from (
      select m.*, min(part) filter (where status in ('failed', 'undelivered')) over (
        partition by conversation_message_id) as failed_part
      from chatapp_messages m
      where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and m.direction = 'outbound'
        and m.conversation_message_id = any(${messageIds}::bigint[])
    ) m
    group by conversation_message_id`
}

export interface UnassignedMessage {
  id: number
  text: string
  at: Timestamp
  /** The customer's name. */
  name: string | null
}

/** Returns the latest messages of the customer without a conversation, oldest first. */
export function selectUnassigned(
  db: Db,
  accountId: number,
  { senderId, customerKey, limit }: ContactKey & { limit: number },
): Promise<UnassignedMessage[]> {
  return allRows<UnassignedMessage>(db)`
    select m.id, m.body as text, m.created_at as at, coalesce(c.name, c.profile_name) as name
    from (
      select * from chatapp_messages m
      where m.account_id = ${accountId} and m.sender_id = ${senderId} and m.customer_key = ${customerKey}
        and m.conversation_id is null
      order by m.id desc limit ${limit}) m
    left join chatapp_contacts c on c.account_id = ${accountId} and c.sender_id = ${senderId}
      and c.customer_key = ${customerKey}
    order by m.id`
}

/** Assigns messages and their media to the conversation. */
export async function attachUnassigned(
  db: Db,
  accountId: number,
  { conversationId, pairs }: { conversationId: number; pairs: { id: number; conversationMessageId: number }[] },
): Promise<void> {
  await sql`
    with m as (
      update chatapp_messages m set conversation_id = ${conversationId}, conversation_message_id = p.message_id
      from unnest(${pairs.map(({ id }) => id)}::bigint[], ${pairs.map((pair) => pair.conversationMessageId)}::bigint[])
        as p (id, message_id)
      where m.account_id = ${accountId} and m.id = p.id
      returning m.id
    )
    update chatapp_media d set conversation_id = ${conversationId} from m
    where d.account_id = ${accountId} and d.message_id = m.id`.execute(db)
}
