// A template: a text that the channel has to approve before it can begin a conversation.
import type { z } from 'zod'
import type { templateStatus } from '#contract/messages/templates.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CarrierTemplate, TemplatePart } from '#server/ports/carrier.ts'
import type { Placeholder } from './placeholders.ts'

export type TemplateStatus = z.infer<typeof templateStatus>

export interface Template {
  id: number
  accountId: number
  senderId: number
  /** Null while the template is being submitted, or if the outcome of its submission is unknown. */
  externalId: string | null
  /** Whether the carrier had the template at the last synchronization; others cannot be sent. */
  synced: boolean
  name: string
  language: string
  category: CarrierTemplate['category']
  status: TemplateStatus
  /** The status in the terms of the carrier. */
  rawStatus: string
  rejectionReason: string | null
  bodyText: string
  /** The placeholders of all parts, including buttons and URLs, in order. */
  placeholders: Placeholder[]
  /** The parts other than the body. */
  parts: TemplatePart[]
  /** Whether the template requests or makes a voice call, which needs a sender with a higher limit. */
  hasVoiceCall: boolean
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A template of the carrier as one row of a sender. */
export interface TemplateUpdate extends CarrierTemplate, Pick<Template, 'senderId' | 'status' | 'placeholders'> {}

export function templateUpdate(
  template: CarrierTemplate,
  senderId: number,
  placeholders: Placeholder[],
): TemplateUpdate {
  return { ...template, senderId, status: templateStatusOf(template.rawStatus), placeholders }
}

/** Unknown statuses are pending, as are paused templates, which can be approved again. Disabled ones cannot. */
export function templateStatusOf(rawStatus: string): TemplateStatus {
  if (rawStatus === 'approved') return 'approved'
  return rawStatus === 'rejected' || rawStatus === 'disabled' ? 'rejected' : 'pending'
}

export const isUnsubmitted = ({ rawStatus }: Pick<CarrierTemplate, 'rawStatus'>): boolean => rawStatus === 'unsubmitted'
