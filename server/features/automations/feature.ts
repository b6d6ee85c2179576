// The manifest of automations.
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { connectionHandlers } from './connections/routes.ts'
import { removeAutomation, removeJob, removeOldRuns } from './remove-runs.ts'
import { automationHandlers } from './routes.ts'
import { addDispatchJob, dispatchJob } from './runs/dispatch-job.ts'
import { waitForRuns } from './runs/in-progress.ts'
import { addLackingJobs, recoverRuns } from './runs/recover-runs.ts'
import { runJob } from './runs/run-job.ts'
import { runInJob } from './runs/runner.ts'
import { personalData } from './runs/store-personal-data.ts'
import { sealHeadersJob, sealStoredHeaders } from './seal-headers.ts'
import { dispatch } from './triggers/dispatch.ts'
import { eventJob, eventSubscriptions, startForEvent } from './triggers/on-event.ts'
import { webhookTriggers } from './triggers/receive-webhook.ts'

export const automations = {
  name: 'automations',
  handlers: { automations: automationHandlers, connections: connectionHandlers },
  callbacks: webhookTriggers,
  jobs: [
    { ...runJob, run: runInJob },
    { ...dispatchJob, run: dispatch },
    { ...eventJob, run: startForEvent },
    { ...removeJob, run: removeAutomation },
    { ...sealHeadersJob, run: sealStoredHeaders },
  ] as Job<never>[],
  crons: [
    // In case a wake-up was lost.
    { name: 'automations.dispatch', match: '* * * * *', run: (context) => transaction(context, addDispatchJob) },
    { name: 'automations.add-lacking-jobs', match: '* * * * *', run: addLackingJobs },
    { name: 'automations.forget-runs', match: '17 * * * *', run: removeOldRuns },
  ],
  checks: [recoverRuns],
  drain: waitForRuns,
  subscriptions: eventSubscriptions,
  personalData,
} satisfies Feature
