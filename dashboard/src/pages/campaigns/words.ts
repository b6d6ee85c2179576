// The names of channels, statuses, outcomes and reasons of campaigns.
import type { ReplyFrom } from '../../api/query.ts'
import { textsOf } from '../../i18n/texts.ts'
import type { BadgeLook } from '../../ui/page.tsx'

export type CampaignRecord = ReplyFrom<'campaigns', 'get'>
export type CampaignStatus = CampaignRecord['status']
export type Channel = CampaignRecord['channel']
export type LeadRecord = ReplyFrom<'leads', 'list'>['data'][number]
export type LeadStatus = LeadRecord['status']

/** The number with its extension, as the API reads it, too. */
export const numberText = ({ phone_number, extension }: Pick<LeadRecord, 'phone_number' | 'extension'>): string =>
  extension === null ? phone_number : `${phone_number} ext. ${extension}`

export const statusLooks: Record<CampaignStatus, BadgeLook> = {
  draft: 'neutral',
  scheduled: 'accent',
  'in-progress': 'good',
  paused: 'warn',
  completed: 'accent',
}

export const leadLooks: Record<LeadStatus, BadgeLook> = {
  created: 'neutral',
  scheduled: 'neutral',
  processing: 'accent',
  rescheduled: 'warn',
  completed: 'good',
  'reached-max-retries': 'bad',
  blacklisted: 'bad',
}

export const wordTexts = textsOf('campaigns', 'word')
