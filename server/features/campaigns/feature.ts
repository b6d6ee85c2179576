// The manifest of campaigns.
import { callCampaignsPoint } from '#server/features/calls/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature, Gauges } from '#server/platform/feature.ts'
import { selectCampaignNames } from './campaign/store.ts'
import { countCampaigns } from './campaign/store-status.ts'
import { campaignCrons, campaignJobs, campaignSubscriptions } from './jobs.ts'
import { selectCalledLeads } from './lead/store.ts'
import { campaignHandlers, leadHandlers } from './routes.ts'
import { personalData } from './store-personal-data.ts'

const campaignGauges: Gauges = {
  help: {
    parley_campaigns_in_progress: 'Campaigns in progress.',
    parley_campaigns_overdue: 'Campaigns in progress that could have contacted a lead more than five minutes ago.',
  },
  async read(db) {
    const { inProgress, overdue } = await countCampaigns(db)
    return { parley_campaigns_in_progress: inProgress, parley_campaigns_overdue: overdue }
  },
}

export const campaigns = {
  name: 'campaigns',
  handlers: { campaigns: campaignHandlers, leads: leadHandlers },
  jobs: campaignJobs,
  crons: campaignCrons,
  subscriptions: campaignSubscriptions,
  extensions: [
    extend(callCampaignsPoint, {
      nameCampaigns: ({ db, account }, ids) => selectCampaignNames(db, account.id, ids),
      findLeads: ({ db, account }, ids) => selectCalledLeads(db, account.id, ids),
    }),
  ],
  gauges: campaignGauges,
  personalData,
} satisfies Feature
