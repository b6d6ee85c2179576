// An attempt: one call to a lead, or one message.
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { Channel } from '../campaign/campaign.ts'

export interface Attempt {
  accountId: number
  id: number
  campaignId: number
  leadId: number | null
  /** 1 for the first attempt of the lead. */
  number: number
  channel: Channel
  phoneNumber: string
  /** That of the call, or the effect key of the message. */
  uuid: string
  callId: number | null
  messageId: number | null
  decision: Record<string, unknown>
  /** Null while the attempt is in progress. */
  outcome: string | null
  detail: string | null
  goalReached: boolean | null
  createdAt: Timestamp
  endedAt: Timestamp | null
}
