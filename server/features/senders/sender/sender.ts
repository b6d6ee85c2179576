// A sender: a number that sends chat-app messages or SMS for an account, with its state at the carrier.
import { hookName } from '#server/features/webhooks/index.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierSender, Channel, InboundWebhook } from '#server/ports/carrier.ts'

export type SenderStatus = 'online' | 'offline'

export interface SenderSettings {
  displayName: string
  assistantId: number | null
  /** Receives the delivery statuses of messages. */
  receiptsUrl: string | null
  receiptsActive: boolean
  /** Receives the messages of customers. */
  messagesUrl: string | null
  messagesActive: boolean
}

/** The state of a sender as the carrier reports it. */
export interface CarrierState {
  externalId: string | null
  /** The status in the terms of the carrier, or `GONE`. */
  rawStatus: string
  status: SenderStatus
  qualityRating: string | null
  /** The number of customers that can be reached in 24 hours. Null if the carrier does not report it. */
  messagingLimit: number | 'unlimited' | null
  voiceCalling: boolean
  /** The reason that the carrier gives. */
  offlineReason: string | null
  /** The inbound webhook at the carrier. Null if the carrier does not report it. */
  inboundWebhook: InboundWebhook | null
}

export interface Sender extends SenderSettings, CarrierState {
  id: number
  accountId: number
  channel: Channel
  /** SMS only. */
  phoneNumberId: number | null
  /** The name of the carrier. */
  carrier: string
  /** The carrier account that the number belongs to. */
  carrierAccountId: string
  /** E.164. */
  phoneNumber: string
  /** When the state was last requested from the carrier. */
  syncedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export function carrierState({ externalId, online, offlineReason, ...rest }: CarrierSender): CarrierState {
  return {
    ...rest,
    externalId,
    status: online ? 'online' : 'offline',
    offlineReason: online ? null : offlineReason,
  }
}

/** The state of a sender that the carrier no longer lists. */
export const removedState: CarrierState = {
  externalId: null,
  rawStatus: 'GONE',
  status: 'offline',
  qualityRating: null,
  messagingLimit: null,
  voiceCalling: false,
  offlineReason: 'The carrier no longer knows the number.',
  inboundWebhook: null,
}

export const senderWebhooks = ['receipts', 'messages'] as const

export type SenderWebhook = (typeof senderWebhooks)[number]

export const receiptsHook = ({ id, receiptsUrl }: Pick<Sender, 'id' | 'receiptsUrl'>): string =>
  hookName('sender', id, 'receipts', receiptsUrl)

export const messagesHook = ({ id, messagesUrl }: Pick<Sender, 'id' | 'messagesUrl'>): string =>
  hookName('sender', id, 'messages', messagesUrl)
