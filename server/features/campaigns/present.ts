// Converts campaigns and leads to the fields of the API, and the fields of requests to settings.

import type { campaigns } from '#contract/campaigns/campaigns.ts'
import { answeredOutcomes, type leads, unansweredOutcomes } from '#contract/campaigns/leads.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import { presentUsd } from '#server/features/billing/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { fromApi, toApi } from '#server/platform/http/replies/api-names.ts'
import { dateToIsoMicros, toDate, toIsoMicros, toLocalTime } from '#server/platform/time/timestamps.ts'
import type { Attempt } from './attempt/attempt.ts'
import type { Outcome } from './attempt/outcome.ts'
import { type CampaignPatch, type CampaignWithCounts, countOf, waitingLeads } from './campaign/campaign.ts'
import type { Contact, Lead } from './lead/lead.ts'
import { countOfSkipped, type Preview } from './start/preview-start.ts'
import { type Waiting, waitingOfCampaign, waitingOfLead } from './waiting.ts'

type CampaignFields = EndpointInput<typeof campaigns.update>['body']

export function readCampaign(body: CampaignFields): CampaignPatch {
  const { timezone, allowed_hours_start_time, allowed_hours_end_time, retry_interval, contact_gap, ...rest } = body
  const { sms_from_phone_number_id, require_consent, use_lead_timezone, assistant_id, ...fields } = rest
  return {
    ...fromApi(fields),
    assistantId: assistant_id as number | null | undefined,
    timeZone: timezone,
    usesLeadTimeZone: use_lead_timezone,
    allowedHoursStart: allowed_hours_start_time,
    allowedHoursEnd: allowed_hours_end_time,
    retryIntervalMinutes: retry_interval,
    smsPhoneNumberId: sms_from_phone_number_id,
    requiresConsent: require_consent,
    contactGapMinutes: contact_gap,
  }
}

/** What is needed to present records: the account's time zone and the current time. */
type Viewer = Pick<AccountContext, 'account' | 'now'>

export function presentCampaign(viewer: Viewer, campaign: CampaignWithCounts): ReplyOf<typeof campaigns.get> {
  const { timeZone } = viewer.account
  const waiting = waitingOfCampaign(campaign, viewer.now())
  return {
    ...toApi(campaign),
    waiting: waiting && presentWaiting(waiting),
    timezone: campaign.timeZone,
    use_lead_timezone: campaign.usesLeadTimeZone,
    allowed_hours_start_time: campaign.allowedHoursStart,
    allowed_hours_end_time: campaign.allowedHoursEnd,
    retry_interval: campaign.retryIntervalMinutes,
    sms_from_phone_number_id: campaign.smsPhoneNumberId,
    require_consent: campaign.requiresConsent,
    contact_gap: campaign.contactGapMinutes,
    leads: withTotal(campaign.counts.lead),
    attempts: withTotal(campaign.counts.attempt),
    goals: { reached: countOf(campaign, 'goal', 'reached'), missed: countOf(campaign, 'goal', 'missed') },
    rates: ratesOf(campaign),
    ...paceOf(campaign, viewer.now(), waiting),
    created_at: toLocalTime(campaign.createdAt, timeZone),
    updated_at: toLocalTime(campaign.updatedAt, timeZone),
  }
}

/** Counts that have become 0 are left out. */
function withTotal(counts: Record<string, number> = {}): { total: number } & Record<string, number> {
  const entries = Object.entries(counts).filter(([, count]) => count > 0)
  return { total: entries.reduce((sum, [, count]) => sum + count, 0), ...Object.fromEntries(entries) }
}

function ratesOf(campaign: CampaignWithCounts) {
  const answered = countOf(campaign, 'attempt', ...answeredOutcomes)
  const calls = answered + countOf(campaign, 'attempt', ...unansweredOutcomes)
  const goals = countOf(campaign, 'goal', 'reached')
  return {
    answered: share(answered, calls),
    person: share(countOf(campaign, 'attempt', 'person'), calls),
    goal: share(goals, goals + countOf(campaign, 'goal', 'missed')),
  }
}

const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1_000 * part) / whole) / 1_000

const hourMs = 3_600_000
/** Attempts of a shorter time say nothing about an hour. */
const measurableMs = 60_000

function paceOf(campaign: CampaignWithCounts, now: Date, waiting: Waiting | null) {
  const { status, startedAt, recentAttempts } = campaign
  if (status !== 'in-progress' || startedAt === null) return { pace_per_hour: null, expected_end_at: null }
  const sinceStartMs = now.getTime() - toDate(startedAt).getTime()
  if (sinceStartMs < measurableMs) return { pace_per_hour: null, expected_end_at: null }
  const elapsedMs = Math.min(hourMs / 6, sinceStartMs)
  const pace = Math.round((recentAttempts * hourMs) / elapsedMs)
  if (pace === 0) return { pace_per_hour: pace, expected_end_at: null }
  const continuesAtMs = Math.max(now.getTime(), waiting?.until ? toDate(waiting.until).getTime() : 0)
  const end = new Date(continuesAtMs + (waitingLeads(campaign) / pace) * hourMs)
  return { pace_per_hour: pace, expected_end_at: dateToIsoMicros(end) }
}

const presentWaiting = ({ reason, message, until }: Waiting) => ({
  reason,
  message,
  until: until && toIsoMicros(until),
})

export function presentLead(viewer: Viewer, lead: Lead): ReplyOf<typeof leads.create>['data'] {
  const { timeZone } = viewer.account
  const waiting = waitingOfLead(lead, viewer.now())
  return {
    ...toApi(lead, (at) => toLocalTime(at, timeZone)),
    timezone: lead.timeZone,
    requested: lead.isRequested,
    outcome: lead.outcome as Outcome | null,
    waiting: waiting && presentWaiting(waiting),
    campaign: { id: lead.campaignId, name: lead.campaignName },
    secondary_contacts: lead.secondaryContacts.map(presentContact),
  }
}

export function presentPreview(preview: Preview): ReplyOf<typeof campaigns.preview> {
  const { waiting, examined, skipped, finished, problems, opensAt, firstContact, expected, limits } = preview
  const count = countOfSkipped(preview)
  return {
    waiting,
    examined,
    skipped: count,
    skipped_by_reason: skipped,
    contacted: examined - count,
    finished_by_status: finished,
    problems,
    opens_at: dateToIsoMicros(opensAt),
    first_contact: firstContact
      ? { at: dateToIsoMicros(firstContact.at), timezone: firstContact.timeZone, of_lead: firstContact.isOfLead }
      : null,
    expected: expected
      ? {
          call_seconds: expected.callSeconds ?? null,
          measured: expected.isMeasured,
          duration_seconds: expected.durationSeconds,
          end_at: expected.endAt ? dateToIsoMicros(expected.endAt) : null,
        }
      : null,
    most_calls: preview.calls,
    most_messages: preview.messages,
    highest_cost_usd: preview.highestMicros === undefined ? null : presentUsd(preview.highestMicros),
    balance_usd: presentUsd(preview.balanceMicros),
    spend_limits: limits.map(({ period, limitMicros, spentMicros }) => ({
      period,
      limit_usd: presentUsd(limitMicros),
      spent_usd: presentUsd(spentMicros),
    })),
  }
}

export const presentAttempt = (attempt: Attempt, timeZone: string): ReplyOf<typeof leads.get>['history'][number] => ({
  ...toApi(attempt, (at) => toLocalTime(at, timeZone)),
  outcome: attempt.outcome as Outcome | null,
})

const presentContact = (contact: Contact) => toApi(contact)
