// Reads what the addresses of these pages select: tabs, filters and records.
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

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value)

/** A number in an address arrives as a number. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 40) || undefined : undefined

export const readCampaignsSearch = ({ tab, number, scope }: Record<string, unknown>): ListSearch => ({
  tab: oneOf(listTabs, tab),
  number: textOf(number),
  scope: oneOf(scopes, scope),
})

export const readCampaignSearch = ({ tab, status, number, lead }: Record<string, unknown>): CampaignSearch => ({
  tab: oneOf(campaignTabs, tab),
  status: oneOf(leadStatuses, status),
  number: textOf(number),
  lead: Number.isSafeInteger(lead) && Number(lead) > 0 ? Number(lead) : undefined,
})
