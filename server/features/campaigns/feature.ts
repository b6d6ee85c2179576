// The manifest of campaigns.
import { callCampaignsPoint } from '#server/features/calls/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature, Gauges } from '#server/platform/feature.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { inTransaction, type Subscription } from '#server/platform/jobs/subscriptions.ts'
import { sendJob } from './attempt/send-job.ts'
import { addDispatchJob, dispatchJob } from './campaign/dispatch-job.ts'
import { selectCampaignNames } from './campaign/store.ts'
import { countCampaigns } from './campaign/store-status.ts'
import { dispatch } from './dialing/dispatch.ts'
import { loadCalledLeads } from './lead/called-leads.ts'
import { resumeJob, resumeLeads } from './lead/resume-job.ts'
import { campaignHandlers, leadHandlers } from './routes.ts'
import { sendMessage } from './sending/send-message.ts'
import { recordOptOut, settleCall, settleGoal } from './settling/settle-call.ts'
import { settleMessage } from './settling/settle-message.ts'
import { personalData } from './store-personal-data.ts'

const campaignJobs = [
  { ...dispatchJob, run: dispatch },
  { ...sendJob, run: sendMessage },
  { ...resumeJob, run: resumeLeads },
] as Job<never>[]

/** In case a wake-up was lost. */
const campaignCrons: CronJob[] = [
  { name: 'campaigns.dispatch', match: '* * * * *', run: (context) => transaction(context, addDispatchJob) },
]

const campaignSubscriptions: Subscription[] = [
  inTransaction('call.ended', settleCall),
  inTransaction('call.evaluated', settleGoal),
  inTransaction('call.deleted', settleGoal),
  inTransaction('call.opted-out', recordOptOut),
  inTransaction('message.status', settleMessage),
]

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
      findLeads: ({ db, account }, ids) => loadCalledLeads(db, account.id, ids),
    }),
  ],
  gauges: campaignGauges,
  personalData,
} satisfies Feature
