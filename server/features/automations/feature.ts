// The manifest of automations.
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Job } from '#server/platform/jobs/jobs.ts'
import { connectionHandlers } from './connections/routes.ts'
import { automationHandlers } from './routes.ts'
import { recoverRuns, runInJob, runJob } from './runs/jobs.ts'
import { addDispatchJob, dispatch, dispatchJob } from './triggers/dispatch.ts'
import { webhookTrigger } from './triggers/receive-webhook.ts'

export const automations = {
  name: 'automations',
  handlers: { automations: automationHandlers, connections: connectionHandlers },
  callbacks: [webhookTrigger],
  jobs: [
    { ...runJob, run: runInJob },
    { ...dispatchJob, run: dispatch },
  ] as Job<never>[],
  crons: [{ name: 'automations.dispatch', match: '* * * * *', run: (context) => transaction(context, addDispatchJob) }],
  checks: [recoverRuns],
} satisfies Feature
