// HTTP handlers for campaigns and leads.
import type { campaigns } from '#contract/campaigns/campaigns.ts'
import type { leads } from '#contract/campaigns/leads.ts'
import { pageOf } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createCampaign, deleteCampaign, getCampaign, listCampaigns, updateCampaign } from './change-campaign.ts'
import { createLead, deleteLead, getLeadHistory, listLeads, updateLead } from './change-lead.ts'
import { importLeads } from './import/import-leads.ts'
import { presentImport, readImport } from './import/present.ts'
import { presentAttempt, presentCampaign, presentLead, presentPreview, readCampaign } from './present.ts'
import { previewStart } from './start/preview-start.ts'
import { updateStatus } from './update-status.ts'

export const campaignHandlers: Handlers<typeof campaigns> = {
  create: async (ctx, { body }) => {
    const campaign = await createCampaign(ctx, { ...readCampaign(body), name: body.name })
    return { message: 'Campaign created successfully.', data: presentCampaign(ctx, campaign) }
  },

  list: async (ctx) => (await listCampaigns(ctx)).map((campaign) => presentCampaign(ctx, campaign)),

  get: async (ctx, { params }) => presentCampaign(ctx, await getCampaign(ctx, params.id)),

  update: async (ctx, { params, body }) => {
    const campaign = await updateCampaign(ctx, params.id, readCampaign(body))
    return { message: 'Campaign updated successfully.', data: presentCampaign(ctx, campaign) }
  },

  updateStatus: async (ctx, { body }) => {
    const { campaign, message } = await updateStatus(ctx, { campaignId: body.campaign_id, action: body.action })
    const { id: campaign_id, status, channel } = campaign
    return { message, success: true, data: { campaign_id, status, channel } }
  },

  preview: async (ctx, { params }) => presentPreview(await previewStart(ctx, params.id)),

  delete: async (ctx, { params }) => {
    await deleteCampaign(ctx, params.id)
    return { message: 'Campaign deleted successfully.' }
  },
}

export const leadHandlers: Handlers<typeof leads> = {
  create: async (ctx, { body }) => {
    const lead = await createLead(ctx, {
      campaignId: body.campaign_id,
      phoneNumber: body.phone_number,
      variables: body.variables ?? {},
      timeZone: body.timezone ?? null,
      isRequested: body.requested ?? false,
      allowsDuplicate: body.allow_dupplicate ?? false,
      secondaryContacts: (body.secondary_contacts ?? []).map((contact) => {
        return { phoneNumber: contact.phone_number, variables: contact.variables ?? {} }
      }),
    })
    return { message: 'Lead created successfully', data: presentLead(ctx, lead) }
  },

  import: async (ctx, { params, query, body }) => {
    const report = await importLeads(ctx, { ...readImport(query), campaignId: params.id, file: body.file.read() })
    return { message: 'Leads imported successfully', data: presentImport(report) }
  },

  list: async (ctx, { query }, { url }) => {
    const position = { page: query.page, perPage: query.per_page }
    const { rows, total } = await listLeads(ctx, {
      ...position,
      status: query.status,
      campaignId: query.campaign_id,
      phoneNumber: query.phone_number,
      dateFrom: query.date_from,
      dateTo: query.date_to,
    })
    const presented = rows.map((lead) => presentLead(ctx, lead))
    return pageOf({ rows: presented, total }, position, url, ctx.settings.publicUrl)
  },

  get: async (ctx, { params }) => {
    const { lead, history } = await getLeadHistory(ctx, params.id)
    return {
      ...presentLead(ctx, lead),
      history: history.map((attempt) => presentAttempt(attempt, ctx.account.timeZone)),
    }
  },

  update: async (ctx, { params, body }) => {
    const lead = await updateLead(ctx, params.id, {
      campaignId: body.campaign_id,
      phoneNumber: body.phone_number,
      status: body.status,
      variables: body.variables,
      timeZone: body.timezone,
      isRequested: body.requested,
    })
    return { message: 'Lead updated successfully', data: presentLead(ctx, lead) }
  },

  delete: async (ctx, { params }) => {
    await deleteLead(ctx, params.id)
    return { message: 'Lead deleted successfully' }
  },
}
