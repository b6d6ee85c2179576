// A template: a text that the channel has to approve before it may begin a conversation.
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierTemplate, TemplatePart } from '#server/ports/carrier.ts'
import type { Placeholder } from './placeholders.ts'

export type TemplateStatus = 'approved' | 'pending' | 'rejected'
export type TemplateCategory = CarrierTemplate['category']

export interface Template {
  id: number
  accountId: number
  senderId: number
  /** Null while it is being handed in, and when nobody knows whether the carrier took it. */
  carrierSid: string | null
  /** The carrier has it, as far as we know: what it does not have cannot be sent. */
  synced: boolean
  name: string
  language: string
  category: TemplateCategory
  status: TemplateStatus
  /** The carrier's own word. */
  rawStatus: string
  rejectionReason: string | null
  bodyText: string
  /** Of the whole template, buttons and addresses too, in their order. */
  placeholders: Placeholder[]
  /** What it has beside its body. */
  parts: TemplatePart[]
  /** Asks for or makes a voice call: the sender needs a higher limit. */
  hasVoiceCall: boolean
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A word of the carrier's that we do not know is no approval. A paused template may come back, a disabled one not. */
export function templateStatusOf(rawStatus: string): TemplateStatus {
  if (rawStatus === 'approved') return 'approved'
  return rawStatus === 'rejected' || rawStatus === 'disabled' ? 'rejected' : 'pending'
}

/** It was never handed in for approval, so it is nobody's template yet. */
export const isUnsubmitted = ({ rawStatus }: Pick<CarrierTemplate, 'rawStatus'>): boolean => rawStatus === 'unsubmitted'
