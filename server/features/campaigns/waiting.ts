// Explains why a campaign or a lead waits.
import { type Timestamp, toDate } from '#server/platform/time/timestamps.ts'
import { type CampaignWithCounts, countOf } from './campaign/campaign.ts'
import { isWaiting, type Lead } from './lead/lead.ts'

export interface Waiting {
  reason: string
  message: string
  until: Timestamp | null
}

const messages: Record<string, string> = {
  scheduled: 'The campaign has not started yet.',
  outside_hours: 'The schedule of the campaign does not allow contacts at this time.',
  legal_hours: 'The law does not allow contacts at this time where the person is.',
  contact_gap: 'The person was contacted recently.',
  contacts_per_day: 'The person was contacted as often as allowed within 24 hours.',
  retry_interval: 'The next attempt follows after the retry interval.',
  interrupted: 'The server interrupted the call, and the next attempt follows at once.',
  account_limit: 'A limit for the outgoing calls of the account is reached.',
  balance_held: 'The balance is reserved for calls and messages in progress.',
  messages_per_minute: 'The campaign has sent as many messages as it may per minute.',
  messaging_limit: 'The messaging limit of the sender is used up.',
  attempts: 'No lead waits for an attempt, but some attempts are in progress.',
  no_leads: 'The campaign waits for leads.',
  slots: 'All slots for calls are in use.',
  internal_error: 'An internal error occurred, and the campaign tries again.',
  campaign_draft: 'The campaign has not been started.',
  campaign_scheduled: 'The campaign has not started yet.',
  campaign_paused: 'The campaign is paused.',
  campaign_completed: 'The campaign is completed. Start it again to contact this lead.',
  turn: 'The lead is contacted when its turn comes.',
}

const waiting = (reason: string, until: Timestamp | null = null): Waiting => ({
  reason,
  message: messages[reason] ?? reason,
  until,
})

/** A campaign that could continue is served within this time unless no slot is free. */
const servedMs = 2_000

export function waitingOfCampaign(campaign: CampaignWithCounts, now: Date): Waiting | null {
  const { status, channel, nextAt, waitingReason, scheduledStartAt, maxCallsInParallel } = campaign
  if (status === 'scheduled') return waiting('scheduled', scheduledStartAt)
  if (status !== 'in-progress') return null
  const isLate = nextAt !== null && toDate(nextAt).getTime() < now.getTime() - servedMs
  // A campaign that makes as many calls as it may does not wait.
  const isBusy = countOf(campaign, 'lead', 'processing') >= maxCallsInParallel
  if (isLate && channel === 'call') return isBusy ? null : waiting('slots')
  return waitingReason === null || isLate ? null : waiting(waitingReason, nextAt)
}

export function waitingOfLead(lead: Lead, now: Date): Waiting | null {
  if (!isWaiting(lead)) return null
  if (lead.campaignStatus !== 'in-progress') return waiting(`campaign_${lead.campaignStatus}`)
  return toDate(lead.dueAt) > now ? waiting(lead.waitingReason ?? 'turn', lead.dueAt) : waiting('turn')
}
