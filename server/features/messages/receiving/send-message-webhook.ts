// Sends the message.received webhook of a sender.
import { selectAssistantNames } from '#server/features/assistants/index.ts'
import { messagesHook, type Sender } from '#server/features/senders/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { type Timestamp, toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import { findMessageBySid } from '../delivery/store.ts'
import { mediaUrlOf } from '../media/serve-media.ts'

export interface ReceivedMessage {
  id: number
  uuid: string
  inbound: InboundMessage
  /** The text in the conversation's history. */
  text: string
  customerName: string | null
  /** Tokens of the attachments, in order. */
  tokens: readonly string[]
  /** Undefined for a reaction without a conversation. */
  recorded:
    | { conversationId: number; conversationUuid: string; messageId: number; assistantId: number | null }
    | undefined
  at: Timestamp
}

/** Whether the sender has an active webhook for messages. */
export const hasMessageWebhook = ({ messagesActive, messagesUrl }: Sender): boolean =>
  messagesActive && messagesUrl !== null

export async function sendMessageWebhook(tx: Tx, sender: Sender, message: ReceivedMessage): Promise<void> {
  if (!hasMessageWebhook(sender)) return
  await deliverWebhook(tx, {
    url: sender.messagesUrl!,
    kind: 'message.received',
    // The messages of a conversation have one subject, so that they are delivered in order.
    subject: message.recorded?.conversationUuid ?? `message:${message.uuid}`,
    payload: await payloadOf(tx, sender, message),
    hook: messagesHook(sender),
  })
}

async function payloadOf(tx: Tx, sender: Sender, { inbound, recorded, ...message }: ReceivedMessage) {
  const { id: accountId } = tx.account
  const assistantId = recorded?.assistantId ?? null
  const [assistant] = assistantId === null ? [] : await selectAssistantNames(tx.db, accountId, [assistantId])
  const repliedTo =
    inbound.repliedToSid === null ? undefined : await findMessageBySid(tx.db, accountId, inbound.repliedToSid)
  const isOfConversation = repliedTo !== undefined && repliedTo.conversationId === recorded?.conversationId
  return {
    event: 'message_received' as const,
    whatsapp_message_id: message.id,
    message_sid: inbound.sid,
    message_id: recorded?.messageId ?? null,
    conversation_id: recorded?.conversationId ?? null,
    conversation_uuid: recorded?.conversationUuid ?? null,
    assistant_id: assistantId,
    assistant_uuid: assistant?.uuid ?? null,
    sender: { id: sender.id, phone_number: sender.phoneNumber, display_name: sender.displayName },
    from: inbound.from,
    to: sender.phoneNumber,
    customer_name: message.customerName,
    body: message.text,
    attachments: inbound.media.map(({ contentType }, index) => ({
      url: mediaUrlOf(tx, message.tokens[index]!),
      content_type: contentType,
      filename: null,
    })),
    button_payload: inbound.buttonPayload,
    replied_to_message_id: isOfConversation ? repliedTo.conversationMessageId : null,
    timestamp: toIsoMicros(message.at),
  }
}
