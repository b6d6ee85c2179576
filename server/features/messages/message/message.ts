// A message on its channel, as the house knows it.
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierStatus } from '#server/ports/carrier.ts'
import type { DeliveryStatus } from './whole-status.ts'
import type { WindowTimes } from './window.ts'

export type MessageState = 'waiting' | 'sending' | 'unknown' | 'accepted' | 'refused' | 'received'
export type MessageKind = 'template' | 'freeform' | 'inbound'

export interface Message {
  id: number
  accountId: number
  uuid: string
  senderId: number
  customerKey: string
  direction: 'inbound' | 'outbound'
  kind: MessageKind
  /** Of a text in several parts, the first; else itself. */
  headUuid: string
  part: number
  conversationId: number | null
  conversationMessageId: number | null
  /** The customer's. */
  address: string
  body: string | null
  state: MessageState
  status: CarrierStatus
  errorCode: number | null
  errorMessage: string | null
  carrierAccountSid: string
  sid: string | null
  callbackToken: string
  ledgerRef: string | null
  priceMicros: number
  chargedMicros: number
  createdAt: Timestamp
}

/** One that the carrier has. */
export interface SentMessage {
  message: Message
  /** Undefined where whoever sent it was in the conversation already. */
  conversationUuid: string | undefined
}

/** What the carrier says of a failure. */
export interface CarrierFault {
  errorCode: number | null
  errorMessage: string | null
}

/** News of a message, as it is told to others. */
export interface Receipt extends CarrierFault {
  /** Of a text in several parts, the first. */
  head: Message
  /** Of the whole. */
  status: DeliveryStatus
  /** When the carrier reported it; null for what the carrier did not report. */
  reportedAt: Date | null
}

/** A customer as one sender knows them. */
export interface Contact extends WindowTimes {
  customerKey: string
  address: string
  /** As the account gave it, else as the customer calls himself. */
  name: string | null
  givenName: string | null
  conversationId: number | null
  reachedAt: Timestamp | null
  /** When the customer forbade all messages, and when those of marketing alone. */
  optedOutAt: Timestamp | null
  marketingOptedOutAt: Timestamp | null
  lastInboundId: number | null
  answeredId: number | null
  /** How often the latest message was answered in vain. */
  answerTries: number
}
