// The background jobs and subscriptions of campaigns.

import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { inTransaction, type Subscription } from '#server/platform/jobs/subscriptions.ts'
import { sendJob } from './attempt/send-job.ts'
import { addDispatchJob, dispatchJob } from './campaign/dispatch-job.ts'
import { dispatch } from './dialing/dispatch.ts'
import { sendMessage } from './sending/send-message.ts'
import { recordOptOut, settleCall, settleGoal } from './settling/settle-call.ts'
import { settleMessage } from './settling/settle-message.ts'

export const campaignJobs = [
  { ...dispatchJob, run: dispatch },
  { ...sendJob, run: sendMessage },
] as Job<never>[]

/** In case a wake-up was lost. */
export const campaignCrons: CronJob[] = [
  { name: 'campaigns.dispatch', match: '* * * * *', run: (context) => transaction(context, addDispatchJob) },
]

export const campaignSubscriptions: Subscription[] = [
  inTransaction('call.ended', settleCall),
  inTransaction('call.evaluated', settleGoal),
  inTransaction('call.deleted', settleGoal),
  inTransaction('call.opted-out', recordOptOut),
  inTransaction('message.status', settleMessage),
]
