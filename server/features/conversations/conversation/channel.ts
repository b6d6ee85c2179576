// The interface that messaging channels provide to conversations; higher features implement it.
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Referral } from '#server/ports/carrier.ts'
import type { Conversation, ConversationType, Fault } from './conversation.ts'

/** The types of conversations that have a channel. */
export const messageTypes = ['chatapp', 'sms'] as const satisfies ConversationType[]
export type MessageType = (typeof messageTypes)[number]

export interface Channel {
  /** For the conversation-ended webhook. */
  loadSummary(tx: Tx, conversationId: number): Promise<ChannelSummary>
  /** Returns the senders by conversation id, including deleted ones. */
  nameSenders(ctx: AccountContext, conversationIds: readonly number[]): Promise<ReadonlyMap<number, SenderName>>
  /** Returns the prefixes, up to the colon, of the customer keys that belong to the channel's sender with this number. */
  keyPrefixesOf(ctx: AccountContext, type: MessageType, phoneNumber: string): Promise<string[]>
  loadDeliveries(ctx: AccountContext, conversationId: number, messageIds: readonly number[]): Promise<ChannelDeliveries>
  /** The pictures of messages of the customer, oldest first. Waits a moment for those that are not downloaded yet. */
  loadPictures(ctx: AccountContext, conversationId: number, messageIds: readonly number[]): Promise<ChannelPicture[]>
  /** Deletes the texts and files of messages of the conversation until now. Those that are being sent are left alone. */
  forgetTexts(context: AppContext, accountId: number, conversationId: number): Promise<void>
  /** Throws a `Refusal` if the channel cannot deliver an agent's message now. */
  checkCanSend(ctx: AccountContext, conversationId: number): Promise<void>
  /** The customer wants no more messages. Returns the text that confirms it. */
  recordOptOut(ctx: AccountContext, conversationId: number): Promise<string>
}

export interface ChannelSummary {
  /** Null if the contact was deleted. */
  sender: { id: number; phoneNumber: string; displayName: string } | null
  /** In the order in which they were sent. */
  attachments: ChannelFile[]
}

export interface SenderName {
  /** Null for a phone number. */
  id: number | null
  name: string
  phone: string
}

export interface ChannelFile {
  /** The conversation message that the file belongs to. */
  messageId: number
  /** Valid for longer than webhooks are retried. */
  url: string
  contentType: string
  filename: string | null
  /** Null if it is not known. */
  sizeBytes: number | null
}

export interface ChannelPicture {
  messageId: number
  /** In the file store. */
  fileKey: string
  contentType: string
  sizeBytes: number
  filename: string | null
}

export interface ChannelDeliveries {
  /** By conversation message; messages of the customer have none. */
  deliveries: ReadonlyMap<number, Delivery>
  /** By message of the customer that replies to another message or began from an ad. */
  replies: ReadonlyMap<number, Reply>
  attachments: ChannelFile[]
  optedOutAt: Timestamp | null
}

export interface Reply {
  /** Set for a tapped button or a selected list entry. */
  buttonPayload: string | null
  repliedToId: number | null
  /** The ad or post from which the customer began to write. */
  referral: Referral | null
}

export interface Delivery {
  status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered'
  /** Set for a failed delivery. */
  fault: Fault | null
}

/** Conversations of other types have no channel, and therefore no sender and no files. */
export const messageChannelPoint = extensionPoint<Channel | undefined>('conversations.message-channel', undefined)

export const isMessageType = (type: ConversationType): type is MessageType =>
  messageTypes.some((known) => known === type)

export const channelOf = (ctx: Pick<Tx, 'extensions'>, { type }: Pick<Conversation, 'type'>): Channel | undefined =>
  isMessageType(type) ? extensionOf(ctx, messageChannelPoint) : undefined
