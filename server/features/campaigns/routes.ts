// HTTP handlers for campaigns and leads.
import type { campaigns } from '#contract/campaigns.ts'
import type { leads } from '#contract/leads.ts'
import { pageOf } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createCampaign, deleteCampaign, getCampaign, listCampaigns, updateCampaign } from './change-campaign.ts'
import { createLead, deleteLead, listLeads, updateLead } from './change-lead.ts'
import { importLeads } from './import/import-leads.ts'
import { presentImport, readImport } from './import/present.ts'
import { presentCampaign, presentLead, readCampaign } from './present.ts'

export const campaignHandlers: Handlers<typeof campaigns> = {
  create: async (ctx, { body }) => {
    const campaign = await createCampaign(ctx, { ...readCampaign(body), name: body.name })
    return { message: 'Campaign created successfully.', data: presentCampaign(campaign, ctx.account.timeZone) }
  },

  list: async (ctx) => (await listCampaigns(ctx)).map((campaign) => presentCampaign(campaign, ctx.account.timeZone)),

  get: async (ctx, { params }) => presentCampaign(await getCampaign(ctx, params.id), ctx.account.timeZone),

  update: async (ctx, { params, body }) => {
    const campaign = await updateCampaign(ctx, params.id, readCampaign(body))
    return { message: 'Campaign updated successfully.', data: presentCampaign(campaign, ctx.account.timeZone) }
  },

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
      allowsDuplicate: body.allow_dupplicate ?? false,
      secondaryContacts: (body.secondary_contacts ?? []).map((contact) => {
        return { phoneNumber: contact.phone_number, variables: contact.variables ?? {} }
      }),
    })
    return { message: 'Lead created successfully', data: presentLead(lead, ctx.account.timeZone) }
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
    const presented = rows.map((lead) => presentLead(lead, ctx.account.timeZone))
    return pageOf({ rows: presented, total }, position, url, ctx.settings.publicUrl)
  },

  update: async (ctx, { params, body }) => {
    const lead = await updateLead(ctx, params.id, {
      campaignId: body.campaign_id,
      phoneNumber: body.phone_number,
      status: body.status,
      variables: body.variables,
    })
    return { message: 'Lead updated successfully', data: presentLead(lead, ctx.account.timeZone) }
  },

  delete: async (ctx, { params }) => {
    await deleteLead(ctx, params.id)
    return { message: 'Lead deleted successfully' }
  },
}
