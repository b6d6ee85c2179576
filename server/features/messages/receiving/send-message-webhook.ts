// Announces a received message: the event, and the webhook of the sender.
import { selectAssistantNames } from '#server/features/assistants/index.ts'
import { presentReferral } from '#server/features/conversations/index.ts'
import { messagesHook, type Sender } from '#server/features/senders/index.ts'
import { deliverWebhook } from '#server/features/webhooks/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { findMessageByExternalId } from '../delivery/store.ts'
import { mediaUrlOf } from '../media/serve-media.ts'
import type { Saved } from './record-received.ts'

/** Whether the sender has an active webhook for messages. */
export const hasMessageWebhook = ({ messagesActive, messagesUrl }: Sender): boolean =>
  messagesActive && messagesUrl !== null

/** Emits the event, and sends the webhook if the sender has one. */
export async function announceMessage(tx: Tx, message: Saved): Promise<void> {
  const { sender, recorded, uuid } = message
  const conversationId = recorded?.conversationId ?? null
  await tx.emit('message.received', { accountId: tx.account.id, messageId: message.id, conversationId })
  if (!hasMessageWebhook(sender)) return
  await deliverWebhook(tx, {
    url: sender.messagesUrl!,
    kind: 'message.received',
    // The messages of a conversation have one subject, so that they are delivered in order.
    subject: recorded?.conversationUuid ?? `message:${uuid}`,
    payload: await payloadOf(tx, message),
    hook: messagesHook(sender),
  })
}

async function payloadOf(tx: Tx, { sender, inbound, recorded, contact, ...message }: Saved) {
  const { id: accountId } = tx.account
  const assistantId = recorded?.assistantId ?? null
  const [assistant] = assistantId === null ? [] : await selectAssistantNames(tx.db, accountId, [assistantId])
  const repliedTo =
    inbound.repliedToExternalId === null
      ? undefined
      : await findMessageByExternalId(tx.db, accountId, inbound.repliedToExternalId)
  const isOfConversation = repliedTo !== undefined && repliedTo.conversationId === recorded?.conversationId
  return {
    event: 'message_received' as const,
    whatsapp_message_id: message.id,
    message_sid: inbound.externalId,
    message_id: recorded?.messageId ?? null,
    conversation_id: recorded?.conversationId ?? null,
    conversation_uuid: recorded?.conversationUuid ?? null,
    assistant_id: assistantId,
    assistant_uuid: assistant?.uuid ?? null,
    sender: { id: sender.id, phone_number: sender.phoneNumber, display_name: sender.displayName },
    from: inbound.from,
    to: sender.phoneNumber,
    customer_name: contact?.givenName ?? inbound.profileName ?? contact?.name ?? null,
    body: message.text,
    attachments: inbound.media.map(({ contentType }, index) => ({
      url: mediaUrlOf(tx, message.tokens[index]!),
      content_type: contentType,
      filename: null,
    })),
    button_payload: inbound.buttonPayload,
    replied_to_message_id: isOfConversation ? repliedTo.conversationMessageId : null,
    referral: presentReferral(inbound.referral),
    timestamp: toIsoMicros(message.at),
  }
}
