// Converts campaigns and leads to the fields of the API, and the fields of requests to settings.
import type { campaigns } from '#contract/campaigns/campaigns.ts'
import { answeredOutcomes, type leads, unansweredOutcomes } from '#contract/campaigns/leads.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { dateToIsoMicros, toDate, toIsoMicros, toLocalTime } from '#server/platform/time/timestamps.ts'
import type { Attempt } from './attempt/attempt.ts'
import type { Outcome } from './attempt/outcome.ts'
import { type CampaignPatch, type CampaignWithCounts, countOf, waitingLeads } from './campaign/campaign.ts'
import type { Contact, Lead } from './lead/lead.ts'
import type { Preview } from './start/preview-start.ts'
import { type Waiting, waitingOfCampaign, waitingOfLead } from './waiting.ts'

type CampaignFields = EndpointInput<typeof campaigns.update>['body']

export const readCampaign = (body: CampaignFields): CampaignPatch => ({
  name: body.name,
  channel: body.channel,
  assistantId: body.assistant_id as number | null | undefined,
  timeZone: body.timezone,
  scheduledStartAt: body.scheduled_start_at,
  scheduleWindows: body.schedule_windows,
  allowedHoursStart: body.allowed_hours_start_time,
  allowedHoursEnd: body.allowed_hours_end_time,
  allowedDays: body.allowed_days,
  maxCallsInParallel: body.max_calls_in_parallel,
  messagesPerMinute: body.messages_per_minute,
  maxRetries: body.max_retries,
  retryIntervalMinutes: body.retry_interval,
  retryOnVoicemail: body.retry_on_voicemail,
  retryOnGoalIncomplete: body.retry_on_goal_incomplete,
  goalCompletionVariable: body.goal_completion_variable,
  markCompleteWhenNoLeads: body.mark_complete_when_no_leads,
  chatappSenderId: body.chatapp_sender_id,
  chatappTemplateId: body.chatapp_template_id,
  smsPhoneNumberId: body.sms_from_phone_number_id,
  smsBody: body.sms_body,
  textVariableMapping: body.text_variable_mapping,
  fallbackChannel: body.fallback_channel,
  purpose: body.purpose,
  topic: body.topic,
  requiresConsent: body.require_consent,
  contactGapMinutes: body.contact_gap,
  contactsPerDay: body.contacts_per_day,
  phoneNumberIds: body.phone_number_ids,
})

/** What is needed to present records: the account's time zone and the current time. */
type Viewer = Pick<AccountContext, 'account' | 'now'>

export function presentCampaign(viewer: Viewer, campaign: CampaignWithCounts): ReplyOf<typeof campaigns.get> {
  const { timeZone } = viewer.account
  const waiting = waitingOfCampaign(campaign, viewer.now())
  return {
    id: campaign.id,
    name: campaign.name,
    channel: campaign.channel,
    status: campaign.status,
    pause_reason: campaign.pauseReason,
    pause_message: campaign.pauseMessage,
    waiting: waiting && presentWaiting(waiting),
    assistant_id: campaign.assistantId,
    timezone: campaign.timeZone,
    scheduled_start_at: campaign.scheduledStartAt && toIsoMicros(campaign.scheduledStartAt),
    schedule_windows: campaign.scheduleWindows,
    allowed_hours_start_time: campaign.allowedHoursStart,
    allowed_hours_end_time: campaign.allowedHoursEnd,
    allowed_days: campaign.allowedDays,
    max_calls_in_parallel: campaign.maxCallsInParallel,
    messages_per_minute: campaign.messagesPerMinute,
    max_retries: campaign.maxRetries,
    retry_interval: campaign.retryIntervalMinutes,
    retry_on_voicemail: campaign.retryOnVoicemail,
    retry_on_goal_incomplete: campaign.retryOnGoalIncomplete,
    goal_completion_variable: campaign.goalCompletionVariable,
    mark_complete_when_no_leads: campaign.markCompleteWhenNoLeads,
    phone_number_ids: campaign.phoneNumberIds,
    chatapp_sender_id: campaign.chatappSenderId,
    chatapp_template_id: campaign.chatappTemplateId,
    sms_from_phone_number_id: campaign.smsPhoneNumberId,
    sms_body: campaign.smsBody,
    text_variable_mapping: campaign.textVariableMapping,
    fallback_channel: campaign.fallbackChannel,
    purpose: campaign.purpose,
    topic: campaign.topic,
    require_consent: campaign.requiresConsent,
    contact_gap: campaign.contactGapMinutes,
    contacts_per_day: campaign.contactsPerDay,
    leads: withTotal(campaign.counts.lead),
    attempts: withTotal(campaign.counts.attempt),
    goals: { reached: countOf(campaign, 'goal', 'reached'), missed: countOf(campaign, 'goal', 'missed') },
    rates: ratesOf(campaign),
    ...paceOf(campaign, viewer.now(), waiting),
    started_at: campaign.startedAt && toIsoMicros(campaign.startedAt),
    completed_at: campaign.completedAt && toIsoMicros(campaign.completedAt),
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

function paceOf(campaign: CampaignWithCounts, now: Date, waiting: Waiting | null) {
  const { status, startedAt, recentAttempts } = campaign
  if (status !== 'in-progress' || startedAt === null) return { pace_per_hour: null, expected_end_at: null }
  const elapsedMs = Math.min(hourMs / 6, Math.max(1_000, now.getTime() - toDate(startedAt).getTime()))
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
    id: lead.id,
    campaign_id: lead.campaignId,
    phone_number: lead.phoneNumber,
    variables: lead.variables,
    status: lead.status,
    timezone: lead.timeZone,
    requested: lead.isRequested,
    attempts: lead.attempts,
    outcome: lead.outcome as Outcome | null,
    waiting: waiting && presentWaiting(waiting),
    created_at: toLocalTime(lead.createdAt, timeZone),
    updated_at: toLocalTime(lead.updatedAt, timeZone),
    campaign: { id: lead.campaignId, name: lead.campaignName },
    secondary_contacts: lead.secondaryContacts.map(presentContact),
  }
}

export function presentPreview({ waiting, examined, skipped, problems, opensAt }: Preview) {
  const count = Object.values(skipped).reduce((sum, each) => sum + each, 0)
  return {
    waiting,
    examined,
    skipped: count,
    skipped_by_reason: skipped,
    contacted: examined - count,
    problems,
    opens_at: dateToIsoMicros(opensAt),
  }
}

export function presentAttempt(attempt: Attempt, timeZone: string): ReplyOf<typeof leads.get>['history'][number] {
  return {
    number: attempt.number,
    channel: attempt.channel,
    phone_number: attempt.phoneNumber,
    call_id: attempt.callId,
    message_id: attempt.messageId,
    outcome: attempt.outcome as Outcome | null,
    detail: attempt.detail,
    goal_reached: attempt.goalReached,
    decision: attempt.decision,
    created_at: toLocalTime(attempt.createdAt, timeZone),
    ended_at: attempt.endedAt && toLocalTime(attempt.endedAt, timeZone),
  }
}

const presentContact = ({ phoneNumber, variables }: Contact) => ({ phone_number: phoneNumber, variables })
