// Reads what the addresses of these pages select: tabs, filters and records.
import { idOf, oneOf, textOf } from '../../address/values.ts'
import { type LeadStatus, leadStatuses } from './words.ts'

export const listTabs = ['campaigns', 'do-not-contact', 'consents'] as const
export type ListTab = (typeof listTabs)[number]

export const scopes = ['everything', 'campaigns', 'topic'] as const
export type Scope = (typeof scopes)[number]

export interface ListSearch {
  tab?: ListTab | undefined
  /** A phone number of the do-not-contact list or of consents. */
  number?: string | undefined
  scope?: Scope | undefined
}

export const campaignTabs = ['setup', 'progress', 'leads'] as const
export type CampaignTab = (typeof campaignTabs)[number]

export interface CampaignSearch {
  tab?: CampaignTab | undefined
  status?: LeadStatus | undefined
  /** Digits of a phone number. */
  number?: string | undefined
  lead?: number | undefined
}

export const readCampaignsSearch = ({ tab, number, scope }: Record<string, unknown>): ListSearch => ({
  tab: oneOf(listTabs, tab),
  number: textOf(number, 40),
  scope: oneOf(scopes, scope),
})

export const readCampaignSearch = ({ tab, status, number, lead }: Record<string, unknown>): CampaignSearch => ({
  tab: oneOf(campaignTabs, tab),
  status: oneOf(leadStatuses, status),
  number: textOf(number, 40),
  lead: idOf(lead),
})
