// The types of messages and contacts.
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierFault, CarrierStatus, Channel, Referral } from '#server/ports/carrier.ts'
import type { DeliveryStatus } from './delivery-status.ts'
import type { WindowTimes } from './window.ts'

export type MessageState = 'waiting' | 'sending' | 'unknown' | 'accepted' | 'refused' | 'received'
export type MessageKind = 'template' | 'freeform' | 'inbound'

export interface Message extends CarrierFault {
  id: number
  accountId: number
  uuid: string
  senderId: number
  customerKey: string
  direction: 'inbound' | 'outbound'
  kind: MessageKind
  /** The UUID of the first part; that of the message itself if it has only one part. */
  headUuid: string
  part: number
  conversationId: number | null
  conversationMessageId: number | null
  /** The customer's address. */
  address: string
  body: string | null
  state: MessageState
  status: CarrierStatus
  carrierAccountId: string
  externalId: string | null
  callbackToken: string
  ledgerRef: string | null
  priceMicros: number
  chargedMicros: number
  /** The number of segments of an SMS; null for a message of the chat app. */
  segments: number | null
  /** The price of one segment when the SMS was created. */
  segmentPriceMicros: number | null
  referral: Referral | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export const channelOf = ({ segments }: Pick<Message, 'segments'>): Channel => (segments === null ? 'chatapp' : 'sms')

/** A message that the carrier has accepted. */
export interface SentMessage {
  message: Message
  /** Undefined if the message was sent from within the conversation. */
  conversationUuid: string | undefined
}

/** A new delivery status of a message, for webhooks. */
export interface Receipt extends CarrierFault {
  /** The first part of the message. */
  head: Message
  /** The status of all parts together. */
  status: DeliveryStatus
  /** When the carrier reported it; null if the carrier did not report it. */
  reportedAt: Date | null
}

/** A customer of one sender. */
export interface Contact extends WindowTimes {
  customerKey: string
  address: string
  /** The name that the account gave, or else the customer's profile name. */
  name: string | null
  givenName: string | null
  conversationId: number | null
  reachedAt: Timestamp | null
  /** When the customer opted out of all messages. */
  optedOutAt: Timestamp | null
  marketingOptedOutAt: Timestamp | null
  lastInboundId: number | null
  answeredId: number | null
  /** The number of failed attempts to answer the latest message. */
  answerTries: number
}
