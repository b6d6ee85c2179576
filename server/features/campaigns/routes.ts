// HTTP handlers for campaigns and leads.
import type { campaigns } from '#contract/campaigns/campaigns.ts'
import type { leads } from '#contract/campaigns/leads.ts'
import type { EndpointInput, ReplyOf } from '#contract/wire/endpoint.ts'
import { fromApi } from '#server/platform/http/replies/api-names.ts'
import { replyWithPage } from '#server/platform/http/replies/page.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { createCampaign, deleteCampaign, getCampaign, listCampaigns, updateCampaign } from './change-campaign.ts'
import { createLead, deleteLead, getLeadHistory, listLeads, updateLead } from './change-lead.ts'
import { type ImportOptions, type ImportReport, importLeads } from './import/import-leads.ts'
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
      extension: body.extension,
      variables: body.variables ?? {},
      timeZone: body.timezone ?? null,
      isRequested: body.requested ?? false,
      allowsDuplicate: body.allow_dupplicate ?? false,
      secondaryContacts: (body.secondary_contacts ?? []).map((contact) => {
        return { phoneNumber: contact.phone_number, extension: contact.extension, variables: contact.variables ?? {} }
      }),
    })
    return { message: 'Lead created successfully', data: presentLead(ctx, lead) }
  },

  import: async (ctx, { params, query, body }) => {
    const report = await importLeads(ctx, { ...readImport(query), campaignId: params.id, file: body.file.read() })
    return { message: importMessage(report), data: presentImport(report) }
  },

  list: async (ctx, { query }, { url }) => {
    const found = await listLeads(ctx, fromApi(query))
    const page = replyWithPage(ctx, { query, url }, found, (lead) => presentLead(ctx, lead))
    return { ...page, leads: page.data }
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
      extension: body.extension,
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

type Query = EndpointInput<typeof leads.import>['query']

const readImport = (query: Query): ImportOptions => ({
  phoneColumn: query.phone_column,
  allowsDuplicates: query.allow_duplicates,
  delimiter: query.delimiter === 'tab' ? '\t' : query.delimiter,
  encoding: query.encoding,
  hasHeader: query.has_header,
})

/** Says why if the campaign has no new lead. */
function importMessage({ imported, lines, duplicates, refused, errors }: ImportReport): string {
  if (imported > 0) return 'Leads imported successfully'
  if (lines === 0) return 'No leads were imported: the file has no lines below the names of its columns.'
  if (refused === 0) return 'No leads were imported: the campaign has all numbers of the file already.'
  const first = errors.find(({ isRefused }) => isRefused)
  const example = first ? ` Line ${first.line}: ${first.error}` : ''
  return duplicates === 0
    ? `No leads were imported: no line of the file can be used.${example}`
    : `No leads were imported: the other lines are duplicates, and ${refused} lines were refused.${example}`
}

const presentImport = (report: ImportReport): ReplyOf<typeof leads.import>['data'] => ({
  imported: report.imported,
  duplicates: report.duplicates,
  refused: report.refused,
  lines: report.lines,
  errors: report.errors.map(({ line, error, phoneNumber, isRefused }) => ({
    line,
    error,
    phone_number: phoneNumber,
    refused: isRefused,
  })),
  more_errors: report.problems - report.errors.length,
})
