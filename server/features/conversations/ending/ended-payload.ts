// Builds the payload of the conversation-ended webhook.
import type { PayloadOf } from '#contract/events/webhook-payloads.ts'
import { toDate, toIsoMicros } from '#server/platform/time/timestamps.ts'
import type { ChannelSummary } from '../conversation/channel.ts'
import type { ConversationWithHistory, Message } from '../conversation/conversation.ts'

export function endedPayload(
  conversation: ConversationWithHistory,
  { sender, attachments }: ChannelSummary,
  assistantUuid: string,
): PayloadOf<'conversation.ended'> {
  const { history } = conversation
  return {
    id: conversation.id,
    conversation_id: conversation.uuid,
    assistant_id: assistantUuid,
    type: conversation.type,
    message_count: conversation.messageCount,
    status: 'ended',
    extracted_variables: conversation.extractedVariables ?? {},
    input_variables: conversation.variables,
    transcript: history.map(({ author, content, createdAt }) => ({
      role: author === 'customer' ? 'user' : 'assistant',
      content,
      timestamp: toIsoMicros(createdAt),
      timestamp_unix: Math.floor(toDate(createdAt).getTime() / 1000),
    })),
    formatted_transcript: history
      .map(({ author, content }) => `${author === 'customer' ? 'Customer' : 'AI'}: ${content}`)
      .join('\n'),
    attachments: presentFiles(attachments, history),
    customer_phone: conversation.customerPhone,
    customer_name: conversation.customerName,
    sender: sender && { id: sender.id, phone_number: sender.phoneNumber, display_name: sender.displayName },
    created_at: toIsoMicros(conversation.createdAt),
    ended_at: conversation.endedAt && toIsoMicros(conversation.endedAt),
  }
}

/** `message_index` is the index in the transcript. Files of messages that are not in it are omitted. */
function presentFiles(
  files: ChannelSummary['attachments'],
  history: Message[],
): PayloadOf<'conversation.ended'>['attachments'] {
  const indexes = new Map(history.map(({ id }, index) => [id, index]))
  return files.flatMap(({ messageId, url, contentType, filename }) => {
    const index = indexes.get(messageId)
    if (index === undefined) return []
    const { author, createdAt } = history[index]!
    return {
      url,
      content_type: contentType,
      filename,
      role: author === 'customer' ? 'user' : 'assistant',
      message_index: index,
      timestamp: toIsoMicros(createdAt),
    }
  })
}
