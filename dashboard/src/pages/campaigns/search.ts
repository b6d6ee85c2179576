// Reads what the addresses of these pages select: tabs, filters and records.
import { addressOf, choiceOf, flagOf, idOf, lineOf } from '../../address/values.ts'
import type { LeadStatus } from './words.ts'

export const listTabs = ['campaigns', 'do-not-contact', 'consents'] as const
export type ListTab = (typeof listTabs)[number]

export const scopes = ['everything', 'campaigns', 'topic'] as const
export type Scope = (typeof scopes)[number]

export const campaignTabs = ['setup', 'progress', 'leads'] as const
export type CampaignTab = (typeof campaignTabs)[number]

export const readCampaignsSearch = addressOf({
  tab: choiceOf(listTabs),
  /** The form of a new campaign is open. */
  creating: flagOf,
  /** A phone number of the do-not-contact list or of consents. */
  number: lineOf(40),
  scope: choiceOf(scopes),
})

export const leadStatuses = [
  'created',
  'scheduled',
  'processing',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
] as const satisfies readonly LeadStatus[]

export const readCampaignSearch = addressOf({
  tab: choiceOf(campaignTabs),
  status: choiceOf(leadStatuses),
  /** Digits of a phone number. */
  number: lineOf(40),
  lead: idOf,
})
