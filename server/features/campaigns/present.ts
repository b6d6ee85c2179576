// Converts campaigns and leads to the fields of the API, and the fields of requests to settings.
import type { campaigns } from '#contract/campaigns.ts'
import type { EndpointInput, ReplyOf } from '#contract/endpoint.ts'
import type { leads } from '#contract/leads.ts'
import { toIsoMicros, toLocalTime } from '#server/platform/time/timestamps.ts'
import type { Campaign, CampaignPatch } from './campaign/campaign.ts'
import type { Contact, Lead } from './lead/lead.ts'

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
  phoneNumberIds: body.phone_number_ids,
})

export function presentCampaign(campaign: Campaign, timeZone: string): ReplyOf<typeof campaigns.get> {
  const { leadCounts } = campaign
  return {
    id: campaign.id,
    name: campaign.name,
    channel: campaign.channel,
    status: campaign.status,
    pause_reason: campaign.pauseReason,
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
    leads: { total: Object.values(leadCounts).reduce((sum, count) => sum + count, 0), ...leadCounts },
    created_at: toLocalTime(campaign.createdAt, timeZone),
    updated_at: toLocalTime(campaign.updatedAt, timeZone),
  }
}

export function presentLead(lead: Lead, timeZone: string): ReplyOf<typeof leads.create>['data'] {
  return {
    id: lead.id,
    campaign_id: lead.campaignId,
    phone_number: lead.phoneNumber,
    variables: lead.variables,
    status: lead.status,
    created_at: toLocalTime(lead.createdAt, timeZone),
    updated_at: toLocalTime(lead.updatedAt, timeZone),
    campaign: { id: lead.campaignId, name: lead.campaignName },
    secondary_contacts: lead.secondaryContacts.map(presentContact),
  }
}

const presentContact = ({ phoneNumber, variables }: Contact) => ({ phone_number: phoneNumber, variables })
