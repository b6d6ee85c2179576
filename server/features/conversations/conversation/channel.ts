// What conversations ask of the channel that carries one of them: whoever carries it stands above them.
import type { Context, Tx } from '#server/platform/context.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Conversation, ConversationType, Fault } from './conversation.ts'

export interface Channel {
  /** For the announcement of the conversation's end. */
  describeTalk(tx: Tx, conversationId: number): Promise<Carried>
  /** The senders of these conversations, by conversation; deleted senders are included. */
  nameSenders(ctx: Context, conversationIds: readonly number[]): Promise<ReadonlyMap<number, SenderName>>
  /** What the keys of customers begin with, up to the colon, who talk with the sender of this number. */
  keyPrefixesOf(ctx: Context, phoneNumber: string): Promise<string[]>
  /** For these messages of its history. */
  traceTalk(ctx: Context, conversationId: number, messageIds: readonly number[]): Promise<Trace>
  /** Refuses when what a person writes now would not go out. */
  checkMayWrite(ctx: Context, conversationId: number): Promise<void>
}

export interface Carried {
  /** Ours; null when the customer's is gone. */
  sender: { id: number; phoneNumber: string; displayName: string } | null
  /** In the order in which they were sent. */
  attachments: CarriedFile[]
}

export interface SenderName {
  name: string
  phone: string
}

export interface CarriedFile {
  /** Of the message in the conversation that it came with. */
  messageId: number
  /** Good for longer than a webhook is tried. */
  url: string
  contentType: string
  filename: string | null
}

export interface Trace {
  /** By the message in the conversation; those of the customer have none. */
  deliveries: ReadonlyMap<number, Delivery>
  /** Of the customer's messages, those that answer one. */
  replies: ReadonlyMap<number, Reply>
  attachments: CarriedFile[]
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

export const carriedByNobody: Carried = { sender: null, attachments: [] }
