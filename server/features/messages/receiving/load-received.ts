// Loads a message of a customer, for automations.
import { findConversationIdentity, presentReferral } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { Channel } from '#server/ports/carrier.ts'
import { findContactState } from '../contacts/store-contacts.ts'
import { findMessage } from '../delivery/store.ts'
import { loadChannelSummary } from '../history/load-channel-history.ts'
import { channelOf } from '../message/message.ts'

export interface ReceivedData {
  message_id: number
  channel: Channel
  from: string
  to: string
  customer_name: string | null
  body: string
  sender_id: number
  /** Null for a reaction without a conversation. */
  conversation_id: number | null
  conversation_uuid: string | null
  assistant_id: number | null
  attachments: { url: string; content_type: string | null; filename: string | null }[]
  referral: ReturnType<typeof presentReferral>
  timestamp: string
}

/** Returns undefined if the message or its sender was deleted. */
export async function loadReceived(tx: Tx, messageId: number): Promise<ReceivedData | undefined> {
  const { id: accountId } = tx.account
  const message = await findMessage(tx.db, accountId, messageId)
  const sender = message && (await findSender(tx.db, accountId, message.senderId))
  if (!sender) return undefined
  const { conversationId, conversationMessageId, senderId, customerKey } = message
  const conversation =
    conversationId === null ? undefined : await findConversationIdentity(tx.db, accountId, conversationId)
  const { contact } = await findContactState(tx.db, accountId, { senderId, customerKey, countUpTo: 0 })
  const { attachments } = conversationId === null ? { attachments: [] } : await loadChannelSummary(tx, conversationId)
  return {
    message_id: message.id,
    channel: channelOf(message),
    from: message.address,
    to: sender.phoneNumber,
    customer_name: contact?.name ?? null,
    body: message.body ?? '',
    sender_id: senderId,
    conversation_id: conversationId,
    conversation_uuid: conversation?.uuid ?? null,
    assistant_id: conversation?.assistantId ?? null,
    attachments: attachments
      .filter((file) => file.messageId === conversationMessageId)
      .map(({ url, contentType, filename }) => ({ url, content_type: contentType, filename })),
    referral: presentReferral(message.referral),
    timestamp: toIsoMicros(message.createdAt),
  }
}
