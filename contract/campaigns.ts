// Endpoints of campaigns.
import { z } from 'zod'
import { campaign, campaignInput } from './campaign-fields.ts'
import { endpoint } from './endpoint.ts'
import { withAliases } from './field-aliases.ts'
import { id, idParam, message } from './fields.ts'

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
  create: endpoint({
    method: 'POST',
    path: '/api/user/campaigns',
    aliases: ['/api/user/campaign'],
    summary: 'Create a campaign',
    description:
      'The campaign is a draft until it is started. What its channel needs, such as an assistant or a template, is checked when it is started.',
    body: withAliases(z.object({ ...campaignInput, ...aliasFields }), aliases),
    status: 201,
    reply: changed,
  }),

  list: endpoint({
    method: 'GET',
    path: '/api/user/campaigns',
    summary: 'List campaigns',
    description: 'Returns an array of all campaigns, newest first.',
    reply: z.array(campaign),
  }),

  get: endpoint({
    method: 'GET',
    path: '/api/user/campaign/{id}',
    aliases: ['/api/user/campaigns/{id}'],
    summary: 'Get a campaign',
    description: 'Returns the settings of the campaign and the number of its leads by status.',
    ...ofCampaign,
    reply: campaign,
  }),

  update: endpoint({
    method: 'PUT',
    path: '/api/user/campaign/{id}',
    aliases: ['/api/user/campaigns/{id}'],
    alsoMethods: ['PATCH'],
    summary: 'Update a campaign',
    description:
      'Missing fields stay unchanged, and null resets a field to its default. Changes of a campaign in progress apply to the next lead.',
    ...ofCampaign,
    body: withAliases(z.object({ ...campaignInput, name: campaignInput.name.optional(), ...aliasFields }), aliases),
    reply: changed,
  }),

  delete: endpoint({
    method: 'DELETE',
    path: '/api/user/campaign/{id}',
    aliases: ['/api/user/campaigns/{id}'],
    summary: 'Delete a campaign',
    description: 'Deletes the campaign with its leads. Calls and messages are kept.',
    ...ofCampaign,
    reply: message,
  }),
}
