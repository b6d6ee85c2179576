// A lead: a person whom a campaign contacts.
import type { z } from 'zod'
import type { leadStatus } from '#contract/campaigns/leads.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { CampaignStatus } from '../campaign/campaign.ts'

export type LeadStatus = z.infer<typeof leadStatus>

/** A number of the person of a lead, with the variables that replace those of the lead. */
export interface Contact {
  /** E.164. */
  phoneNumber: string
  /** The keys to press after the answer of a call. */
  extension: string | null
  variables: Record<string, string>
}

export interface Lead extends Contact {
  accountId: number
  id: number
  campaignId: number
  campaignName: string
  campaignStatus: CampaignStatus
  status: LeadStatus
  /** IANA; null if it is not known. */
  timeZone: string | null
  /** The person has asked to be contacted. */
  isRequested: boolean
  /** The variables that are data of a run of a flow, which anyone can have sent: no addresses of the person. */
  unverifiedVariables: string[]
  /** A waiting lead is not contacted before this time, for this reason. */
  dueAt: Timestamp
  waitingReason: string | null
  /** The number that is contacted next: 0 for the lead's own, then the secondary contacts. */
  contactPosition: number
  /** It is contacted by the fallback channel. */
  isFallback: boolean
  /** Attempts at this number and channel, and all attempts. */
  tries: number
  attempts: number
  /** The outcome of the latest attempt, or why the lead is not contacted. */
  outcome: string | null
  /** Further numbers, tried in this order. */
  secondaryContacts: Contact[]
  createdAt: Timestamp
  updatedAt: Timestamp
}

export const waitingStatuses: readonly LeadStatus[] = ['created', 'scheduled', 'rescheduled']

export const isWaiting = ({ status }: Pick<Lead, 'status'>): boolean => waitingStatuses.includes(status)

/** Leads that are not contacted again. */
export const finishedStatuses: readonly LeadStatus[] = ['completed', 'reached-max-retries', 'blacklisted']
