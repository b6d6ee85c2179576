// What conversations ask of the channel that carries one of them: whoever carries it stands above them.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Conversation, ConversationType, Fault } from './conversation.ts'

export interface Channel {
  /** For the announcement of the conversation's end. */
  loadSummary(tx: Tx, conversationId: number): Promise<ChannelSummary>
  /** The senders of these conversations, by conversation; deleted senders are included. */
  nameSenders(ctx: AccountContext, conversationIds: readonly number[]): Promise<ReadonlyMap<number, SenderName>>
  /** What the keys of customers begin with, up to the colon, who talk with the sender of this number. */
  keyPrefixesOf(ctx: AccountContext, phoneNumber: string): Promise<string[]>
  /** For these messages of its history. */
  loadDeliveries(ctx: AccountContext, conversationId: number, messageIds: readonly number[]): Promise<ChannelDeliveries>
  /** Refuses when what a person writes now would not go out. */
  checkCanSend(ctx: AccountContext, conversationId: number): Promise<void>
}

export interface ChannelSummary {
  /** Ours; null when the customer's is gone. */
  sender: { id: number; phoneNumber: string; displayName: string } | null
  /** In the order in which they were sent. */
  attachments: ChannelFile[]
}

export interface SenderName {
  name: string
  phone: string
}

export interface ChannelFile {
  /** Of the message in the conversation that it came with. */
  messageId: number
  /** Good for longer than a webhook is tried. */
  url: string
  contentType: string
  filename: string | null
}

export interface ChannelDeliveries {
  /** By the message in the conversation; those of the customer have none. */
  deliveries: ReadonlyMap<number, Delivery>
  /** Of the customer's messages, those that answer one. */
  replies: ReadonlyMap<number, Reply>
  attachments: ChannelFile[]
  /** When the customer forbade messages. */
  optedOutAt: Timestamp | null
}

export interface Reply {
  /** Of a tapped button or a chosen entry of a list. */
  buttonPayload: string | null
  /** The message in the conversation that it answers. */
  repliedToId: number | null
}

export interface Delivery {
  status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'undelivered'
  /** Of one that failed. */
  fault: Fault | null
}

/** By type of conversation; what is carried by nobody has no sender and no files. */
export type Channels = Readonly<Record<'chatapp', Channel>>

export const channelOf = (channels: Channels, { type }: Pick<Conversation, 'type'>): Channel | undefined =>
  (channels as Partial<Record<ConversationType, Channel>>)[type]

export const emptyChannelSummary: ChannelSummary = { sender: null, attachments: [] }
