// Endpoints of campaigns, and what an account sets for them.
import { weekdays } from '@parley/rules'
import { z } from 'zod'
import { clearable } from '../wire/clearable.ts'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import {
  assistantId,
  channelInput,
  id,
  intBetween,
  isoMicros,
  localTime,
  message,
  requiredText,
  text,
} from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'
import { campaignPreview } from './campaign-preview.ts'

export const campaignChannel = z.enum(['call', 'chatapp', 'sms'])
const textChannel = z.enum(['chatapp', 'sms'])

export const campaignStatus = z.enum(['draft', 'scheduled', 'in-progress', 'paused', 'completed']).meta({
  description:
    '`draft` until the first start, `scheduled` until `scheduled_start_at`, `in-progress` while leads are contacted, `paused` after a stop or for the reason in `pause_reason`, `completed` when no leads are left.',
})

const weekday = z.enum(weekdays)

const timeOfDay = z.string().meta({ description: 'Hours and minutes.', example: '09:00' })
const timeOfDayInput = z
  .string()
  .regex(/^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/)
  .transform((time) => (time.indexOf(':') === 1 ? `0${time}` : time).slice(0, 5))
  .meta({ description: 'Hours and minutes. Seconds are ignored.', example: '09:00' })

const windowOf = <T extends z.ZodType>(time: T) =>
  z
    .object({ start: time, end: time })
    .meta({ description: 'A window whose `end` is not after its `start` ends on the next day.' })

const settings = {
  name: requiredText(255),
  channel: campaignChannel,
  assistant_id: id.nullable(),
  timezone: z.string().max(64).meta({ description: 'IANA. By default that of the account.', example: 'Europe/Berlin' }),
  use_lead_timezone: z.boolean().meta({
    description:
      'Whether days and times of the schedule apply in the time zone of each lead, instead of `timezone`. It is that of the lead, or the only one of the country of its number; without either, `timezone` applies.',
  }),
  scheduled_start_at: isoMicros.nullable(),
  schedule_windows: z.array(windowOf(timeOfDay)).meta({
    description:
      'The times of day at which leads are contacted. If empty, the window from `allowed_hours_start_time` to `allowed_hours_end_time`.',
  }),
  allowed_hours_start_time: timeOfDay.nullable(),
  allowed_hours_end_time: timeOfDay.nullable(),
  allowed_days: z.array(weekday).max(7).meta({ description: 'Empty for all days.' }),
  max_calls_in_parallel: intBetween(1, 10),
  messages_per_minute: intBetween(1, 10),
  max_retries: intBetween(1, 5).meta({ description: 'Attempts for each lead, after the first one.' }),
  retry_interval: intBetween(10, 4_320).meta({ description: 'In minutes.' }),
  retry_on_voicemail: z.boolean(),
  retry_on_goal_incomplete: z.boolean().meta({ description: 'Requires `goal_completion_variable`.' }),
  goal_completion_variable: text(16)
    .nullable()
    .meta({ description: 'A field of `post_call_schema` of the assistant that is true if the goal was reached.' }),
  mark_complete_when_no_leads: z
    .boolean()
    .meta({ description: 'Otherwise, the campaign waits for further leads when none are left.' }),
  phone_number_ids: z
    .array(id)
    .max(100)
    .meta({ description: 'The numbers to call from, in turn. By default the number of the assistant.' }),
  chatapp_sender_id: id.nullable(),
  chatapp_template_id: id.nullable(),
  sms_from_phone_number_id: id.nullable(),
  sms_body: text(1_600).nullable(),
  text_variable_mapping: z
    .record(text(64), text(64))
    .refine((mapping) => Object.keys(mapping).length <= 50, 'The :attribute may not have more than 50 items.')
    .meta({
      description: 'Placeholders of the template or the SMS, and the variable of the lead that replaces each.',
      example: { 1: 'customer_name' },
    }),
  fallback_channel: textChannel.nullable().meta({ description: 'How leads are contacted that no call has reached.' }),
  purpose: text(255)
    .nullable()
    .meta({ description: 'What the assistant tells a service that asks for the purpose of the call.' }),
  topic: text(100).nullable().meta({
    description:
      'What the campaign is about. A person who opts out of a topic is not contacted by campaigns with this topic. Without a topic, people opt out of this campaign only.',
  }),
  require_consent: z
    .boolean()
    .meta({ description: 'Contacts only people whose consent is recorded at `/api/user/consents`.' }),
  contact_gap: intBetween(0, 10_080).meta({
    description:
      'The shortest time between two contacts with a person, in minutes. Calls by hand and other campaigns count, too. Leads with `requested` are exempt.',
  }),
  contacts_per_day: intBetween(1, 10).meta({
    description: 'The most contacts with a person in 24 hours, counted like `contact_gap`.',
  }),
}

export const pauseReason = z.enum(['stopped', 'insufficient_balance', 'configuration', 'failures']).meta({
  description:
    '`stopped`: by a request. `insufficient_balance`: the balance does not suffice for the next attempt. `configuration`: what the campaign needs is missing, such as its assistant. `failures`: most of the latest attempts failed.',
})

export const waiting = z
  .object({
    reason: z.string().meta({ example: 'outside_hours' }),
    message: z.string().meta({ example: 'The schedule of the campaign does not allow contacts at this time.' }),
    until: isoMicros.nullable().meta({ description: 'Null if the time is not known.' }),
  })
  .meta({ id: 'Waiting' })

const rate = z.number().min(0).max(1).nullable()

const { name, ...optional } = settings

/** For updates: a missing field stays unchanged, null resets it to its default. */
export const campaignInput = {
  name,
  ...clearable({
    ...optional,
    channel: channelInput(campaignChannel),
    assistant_id: assistantId,
    scheduled_start_at: z.iso.datetime({ offset: true }).meta({ description: 'ISO 8601 with an offset.' }),
    schedule_windows: z.array(windowOf(timeOfDayInput)).max(20),
    allowed_hours_start_time: timeOfDayInput,
    allowed_hours_end_time: timeOfDayInput,
    fallback_channel: channelInput(textChannel),
  }),
}

export const campaign = z
  .object({
    id,
    ...settings,
    status: campaignStatus,
    pause_reason: pauseReason.nullable(),
    pause_message: z.string().nullable().meta({ description: '`pause_reason` as a sentence.' }),
    waiting: waiting.nullable().meta({
      description: 'Why a campaign in progress contacts no lead at the moment. Null while it contacts leads.',
    }),
    leads: z
      .record(z.string(), z.int())
      .meta({ description: 'The number of leads by status, and their `total`.', example: { total: 2, created: 2 } }),
    attempts: z.record(z.string(), z.int()).meta({
      description:
        'The number of attempts by outcome, and their `total`. Attempts that are still in progress are not included.',
      example: { total: 3, person: 2, no_answer: 1 },
    }),
    goals: z
      .object({ reached: z.int(), missed: z.int() })
      .meta({ description: 'Calls with people, by whether `goal_completion_variable` was true after them.' }),
    rates: z.object({
      answered: rate.meta({ description: 'Calls that were answered by a person or a machine, of all calls.' }),
      person: rate.meta({ description: 'Calls that reached a person, of all calls.' }),
      goal: rate.meta({ description: 'Calls that reached their goal, of those that were evaluated.' }),
    }),
    pace_per_hour: z.number().nullable().meta({
      description:
        'Attempts per hour, from those of the last ten minutes. Null unless the campaign is in progress for a minute or longer.',
    }),
    expected_end_at: isoMicros.nullable().meta({
      description:
        'When every waiting lead has been contacted once at this pace, from now or from `waiting.until`. Later interruptions by the schedule are not included.',
    }),
    started_at: isoMicros.nullable(),
    completed_at: isoMicros.nullable(),
    created_at: localTime,
    updated_at: localTime,
  })
  .meta({ id: 'Campaign' })

const aliases = { whatsapp_sender_id: 'chatapp_sender_id', whatsapp_template_id: 'chatapp_template_id' }
const aliasFields = {
  whatsapp_sender_id: id.nullable().optional().meta({ description: 'Alias of `chatapp_sender_id`.' }),
  whatsapp_template_id: id.nullable().optional().meta({ description: 'Alias of `chatapp_template_id`.' }),
}

const ofCampaign = ofRecord('CAMPAIGN_NOT_FOUND', 'Campaign not found.')

const changed = z.object({ message: z.string(), data: campaign })

export const campaigns = {
  create: endpoint('POST', '/api/user/campaigns', {
    aliases: ['/api/user/campaign'],
    summary: 'Create a campaign',
    description:
      'The campaign is a draft until it is started. What its channel needs, such as an assistant or a template, is checked when it is started.',
    body: withAliases(z.object({ ...campaignInput, ...aliasFields }), aliases),
    status: 201,
    reply: changed,
  }),

  list: endpoint('GET', '/api/user/campaigns', {
    summary: 'List campaigns',
    description: 'Returns an array of all campaigns, newest first.',
    reply: z.array(campaign),
  }),

  get: endpoint('GET', '/api/user/campaign/{id}', {
    aliases: ['/api/user/campaigns/{id}'],
    summary: 'Get a campaign',
    description: 'Returns the settings of the campaign and the number of its leads by status.',
    ...ofCampaign,
    reply: campaign,
  }),

  update: endpoint('PUT', '/api/user/campaign/{id}', {
    aliases: ['/api/user/campaigns/{id}'],
    alsoMethods: ['PATCH'],
    summary: 'Update a campaign',
    description:
      'Missing fields stay unchanged, and null resets a field to its default. Changes to a campaign in progress apply to the next lead.',
    ...ofCampaign,
    body: withAliases(z.object({ ...campaignInput, name: campaignInput.name.optional(), ...aliasFields }), aliases),
    reply: changed,
  }),

  updateStatus: endpoint('POST', '/api/user/campaigns/update-status', {
    summary: 'Start or stop a campaign',
    description:
      '`start` checks the configuration of the channel, the schedule and the balance, and contacts the first lead within a second if the schedule allows it. `stop` pauses the campaign: attempts in progress end by themselves, and no further lead is contacted.',
    envelope: 'success-message',
    body: withAliases(
      z.object({
        campaign_id: id,
        action: text(32).optional().meta({ description: '`start` or `stop`.', example: 'stop' }),
        status: text(32).optional().meta({ description: 'Alias of `action`.' }),
      }),
      { status: 'action' },
    ),
    reply: z.object({
      message: z.string().meta({ example: 'Campaign started successfully.' }),
      success: z.boolean(),
      data: z.object({ campaign_id: id, status: campaignStatus, channel: campaignChannel }),
    }),
    refusals: {
      INVALID_ACTION: { status: 400, message: "Invalid action. Must be either 'start' or 'stop'." },
      CAMPAIGN_NOT_FOUND: { status: 404, message: 'Campaign not found.' },
      INSUFFICIENT_BALANCE: {
        status: 400,
        message: 'Insufficient balance to start the campaign. Please top up your account.',
      },
      CANNOT_START: { status: 422, message: 'The campaign has no leads to contact.' },
      CANNOT_STOP: { status: 422, message: 'The campaign is not in progress.' },
    },
  }),

  preview: endpoint('GET', '/api/user/campaign/{id}/preview', {
    aliases: ['/api/user/campaigns/{id}/preview'],
    summary: 'Preview the start of a campaign',
    description:
      'Returns how many waiting leads the campaign would contact if it were started now, how many it would skip and why, when, how long and at what cost it would contact the others, and what would prevent the start.',
    ...ofCampaign,
    reply: campaignPreview,
  }),

  delete: endpoint('DELETE', '/api/user/campaign/{id}', {
    aliases: ['/api/user/campaigns/{id}'],
    summary: 'Delete a campaign',
    description: 'Deletes the campaign with its leads. Calls and messages are kept.',
    ...ofCampaign,
    reply: message,
  }),
}
