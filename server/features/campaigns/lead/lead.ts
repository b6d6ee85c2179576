// A lead: a person whom a campaign contacts.
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export const leadStatuses = [
  'created',
  'scheduled',
  'processing',
  'completed',
  'rescheduled',
  'reached-max-retries',
  'blacklisted',
] as const

export type LeadStatus = (typeof leadStatuses)[number]

/** A number of the person of a lead, with the variables that replace those of the lead. */
export interface Contact {
  /** E.164. */
  phoneNumber: string
  variables: Record<string, string>
}

export interface Lead extends Contact {
  accountId: number
  id: number
  campaignId: number
  campaignName: string
  status: LeadStatus
  /** Further numbers, tried in this order. */
  secondaryContacts: Contact[]
  createdAt: Timestamp
  updatedAt: Timestamp
}
