// A sender: a number of the chat-app channel that an account sends from, and what the carrier says of it.
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierSender, InboundWebhook } from '#server/ports/carrier.ts'

export type SenderStatus = 'online' | 'offline'

export interface Sender {
  id: number
  accountId: number
  /** The account at the carrier that the number belongs to. */
  carrierAccountSid: string
  /** E.164. */
  phoneNumber: string
  displayName: string
  assistantId: number | null
  /** Null until the carrier has told of it. */
  carrierSid: string | null
  /** The carrier's own word, or `GONE`. */
  rawStatus: string
  status: SenderStatus
  qualityRating: string | null
  /** People that may be reached within 24 hours; null while the carrier does not tell. */
  messagingLimit: number | 'unlimited' | null
  voiceCalling: boolean
  /** In the carrier's words. */
  offlineReason: string | null
  /** Where the carrier takes what people write; null while it does not tell. */
  inboundWebhook: InboundWebhook | null
  receiptsUrl: string | null
  receiptsActive: boolean
  /** Where messages of customers are reported. */
  messagesUrl: string | null
  messagesActive: boolean
  /** When what the carrier says was asked for last. */
  syncedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** What the carrier says of a sender. */
export type CarrierUpdate = Pick<
  Sender,
  | 'carrierSid'
  | 'rawStatus'
  | 'status'
  | 'qualityRating'
  | 'messagingLimit'
  | 'voiceCalling'
  | 'offlineReason'
  | 'inboundWebhook'
>

export function carrierUpdate(known: CarrierSender): CarrierUpdate {
  return {
    carrierSid: known.sid,
    rawStatus: known.rawStatus,
    status: known.online ? 'online' : 'offline',
    qualityRating: known.qualityRating,
    messagingLimit: known.messagingLimit,
    voiceCalling: known.voiceCalling,
    offlineReason: known.online ? null : known.offlineReason,
    inboundWebhook: known.inboundWebhook,
  }
}

/** The carrier does not know the number any more. */
export const removedUpdate: CarrierUpdate = {
  carrierSid: null,
  rawStatus: 'GONE',
  status: 'offline',
  qualityRating: null,
  messagingLimit: null,
  voiceCalling: false,
  offlineReason: 'The carrier does not know the number any more.',
  inboundWebhook: null,
}
