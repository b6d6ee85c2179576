// The manifest of campaigns.
import { callCampaignsPoint } from '#server/features/calls/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { selectCampaignNames } from './campaign/store.ts'
import { campaignCrons, campaignJobs, campaignSubscriptions } from './jobs.ts'
import { selectCalledLeads } from './lead/store.ts'
import { campaignHandlers, leadHandlers } from './routes.ts'

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
} satisfies Feature
