// Endpoints of campaigns.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { withAliases } from '../wire/field-aliases.ts'
import { id, idParam, isoMicros, message, text } from '../wire/fields.ts'
import { campaign, campaignChannel, campaignInput, campaignStatus } from './campaign-fields.ts'

const aliases = { whatsapp_sender_id: 'chatapp_sender_id', whatsapp_template_id: 'chatapp_template_id' }
const aliasFields = {
  whatsapp_sender_id: id.nullable().optional().meta({ description: 'Alias of `chatapp_sender_id`.' }),
  whatsapp_template_id: id.nullable().optional().meta({ description: 'Alias of `chatapp_template_id`.' }),
}

const ofCampaign = {
  params: idParam,
  notFoundCode: { id: 'CAMPAIGN_NOT_FOUND' },
  refusals: { CAMPAIGN_NOT_FOUND: { status: 404, message: 'Campaign not found.' } },
}

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
      'Returns how many waiting leads the campaign would contact if it were started now, how many it would skip and why, and what would prevent the start.',
    ...ofCampaign,
    reply: z.object({
      waiting: z.int().meta({ description: 'Leads that wait for an attempt.' }),
      examined: z.int().meta({ description: 'The leads that the preview has looked at: at most 100,000.' }),
      skipped: z.int(),
      skipped_by_reason: z.record(z.string(), z.int()).meta({ example: { do_not_contact: 120, no_consent: 30 } }),
      contacted: z.int(),
      problems: z.array(z.string()).meta({ description: 'Sentences that say why the campaign cannot be started.' }),
      opens_at: isoMicros.meta({ description: 'When the schedule allows the first contact.' }),
    }),
  }),

  delete: endpoint('DELETE', '/api/user/campaign/{id}', {
    aliases: ['/api/user/campaigns/{id}'],
    summary: 'Delete a campaign',
    description: 'Deletes the campaign with its leads. Calls and messages are kept.',
    ...ofCampaign,
    reply: message,
  }),
}
