// Converts conversations and messages to API fields.
import { presentUsd } from '#server/features/billing/index.ts'
import { toIsoMicros, toLocalTime } from '#server/platform/time/timestamps.ts'
import type { Referral } from '#server/ports/carrier.ts'
import type { ChannelDeliveries, SenderName } from './conversation/channel.ts'
import type {
  Author,
  Conversation,
  ConversationWithHistory,
  FunctionCall,
  Message,
} from './conversation/conversation.ts'
import type { LastMessage } from './conversation/store-messages.ts'
import type { ConversationFiles } from './files/serve-file.ts'
import { presentLabel } from './inbox/present-inbox.ts'
import type { Label } from './inbox/store-labels.ts'

const sentBy = { customer: 'customer', assistant: 'assistant', person: 'human' } as const

const roleOf = (author: Author) => (author === 'customer' ? ('user' as const) : ('assistant' as const))

/** Null for a message that did not begin from an ad or a post. */
export function presentReferral(referral: Referral | null | undefined) {
  if (!referral) return null
  return {
    source_type: referral.sourceType,
    source_id: referral.sourceId,
    source_url: referral.sourceUrl,
    headline: referral.headline,
    body: referral.body,
    click_id: referral.clickId,
    media_url: referral.mediaUrl,
    media_content_type: referral.mediaContentType,
  }
}

/** Only the account sees what tools and documents have returned. */
export const presentCallsFor = (isOwner: boolean, calls: readonly FunctionCall[]) =>
  isOwner ? presentFunctionCalls(calls) : []

export function presentFunctionCalls(calls: readonly FunctionCall[]) {
  return calls.map(({ name, arguments: args, result }) => ({ name, arguments: args, result }))
}

export function presentMessage(
  { author, content, functionCalls }: Pick<Message, 'author' | 'content'> & Partial<Message>,
  isOwner = true,
) {
  const entry = { role: roleOf(author), content }
  return functionCalls?.length ? { ...entry, function_calls: presentCallsFor(isOwner, functionCalls) } : entry
}

/** Nothing for a message without files. */
export function presentFiles({ id }: Pick<Message, 'id'>, files: ConversationFiles) {
  const attachments = files.get(id)?.map(({ url, contentType, filename, sizeBytes }) => ({
    url,
    content_type: contentType,
    filename,
    size_bytes: sizeBytes,
  }))
  return attachments && { attachments }
}

export function presentHistoryEntry(
  message: Pick<Message, 'id' | 'author' | 'content' | 'createdAt'>,
  timeZone: string,
) {
  const { id, author, content, createdAt } = message
  return { id, role: roleOf(author), content, sent_by: sentBy[author], created_at: toLocalTime(createdAt, timeZone) }
}

const presentLastMessage = ({ author, content, createdAt }: LastMessage) => ({
  content,
  sent_by: sentBy[author],
  created_at: toIsoMicros(createdAt),
})

export interface ConversationParties {
  /** Both are null if the conversation has no assistant. */
  assistant: { uuid: string | null; name: string | null }
  sender: SenderName | null
  labels: readonly Label[]
  lastMessage: LastMessage | undefined
  /** The name of the member who owns the conversation. */
  ownerName: string | undefined
  /** Null for an API key. */
  unread: number | null
  timeZone: string
}

function presentOwner({ aiEnabled, assistantId, ownerId }: Conversation, ownerName: string | undefined) {
  if (ownerId !== null && ownerName !== undefined)
    return { kind: 'member' as const, member: { id: ownerId, name: ownerName } }
  return { kind: aiEnabled && assistantId !== null ? ('assistant' as const) : ('nobody' as const) }
}

export function presentConversation(
  conversation: Conversation,
  { assistant, sender, labels, lastMessage, ownerName, unread, timeZone }: ConversationParties,
) {
  return {
    id: conversation.uuid,
    assistant_id: assistant.uuid,
    assistant_name: assistant.name,
    type: conversation.type,
    customer_phone: conversation.customerPhone,
    message_count: conversation.messageCount,
    total_cost: presentUsd(conversation.costMicros),
    ai_enabled: conversation.aiEnabled && conversation.assistantId !== null,
    owner: presentOwner(conversation, ownerName),
    labels: labels.map(presentLabel),
    snoozed_until: conversation.snoozedUntil && toLocalTime(conversation.snoozedUntil, timeZone),
    unread,
    last_message: lastMessage ? presentLastMessage(lastMessage) : null,
    last_activity_at: toIsoMicros(conversation.lastActivityAt),
    created_at: toLocalTime(conversation.createdAt, timeZone),
    updated_at: toLocalTime(conversation.updatedAt, timeZone),
    sender,
    customer: { name: conversation.customerName, phone: conversation.customerPhone },
    variables: conversation.variables,
    external_identifier: conversation.customerIdentifier,
  }
}

/** `deliveries` is undefined for a conversation without a channel. */
export function presentDetail(
  conversation: ConversationWithHistory,
  {
    deliveries,
    files,
    ...parties
  }: ConversationParties & { deliveries: ChannelDeliveries | undefined; files: ConversationFiles },
) {
  const { timeZone } = parties
  return {
    ...presentConversation(conversation, parties),
    status: conversation.status === 'ended' ? ('ended' as const) : ('open' as const),
    customer_identifier: conversation.customerIdentifier,
    customer_name: conversation.customerName,
    extracted_variables: conversation.extractedVariables,
    ended_at: conversation.endedAt && toLocalTime(conversation.endedAt, timeZone),
    opted_out_at: deliveries?.optedOutAt ? toLocalTime(deliveries.optedOutAt, timeZone) : null,
    history: conversation.history.map((message) => ({
      ...presentMessage(message),
      ...presentHistoryEntry(message, timeZone),
      status: message.state,
      ...(deliveries ? presentDelivery(message, deliveries) : presentFiles(message, files)),
    })),
  }
}

function presentDelivery(
  { id, author, state, fault: ownFault }: Message,
  { deliveries, replies, attachments }: ChannelDeliveries,
) {
  const delivery = deliveries.get(id)
  const fault = delivery?.fault ?? ownFault
  const reply = replies.get(id)
  const unsent = state === 'failed' ? ('failed' as const) : ('queued' as const)
  return {
    delivery_status: author === 'customer' ? null : (delivery?.status ?? unsent),
    error_code: fault?.code ?? null,
    error_message: fault?.message ?? null,
    replied_to_message_id: reply?.repliedToId ?? null,
    button_payload: reply?.buttonPayload ?? null,
    referral: presentReferral(reply?.referral),
    attachments: attachments
      .filter(({ messageId }) => messageId === id)
      .map(({ url, contentType, filename, sizeBytes }) => ({
        url,
        content_type: contentType,
        filename,
        size_bytes: sizeBytes,
      })),
  }
}
