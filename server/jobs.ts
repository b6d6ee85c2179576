// All jobs, cron jobs and event subscriptions.

import { deleteOldKeys } from '#server/platform/http/stages/idempotency-store.ts'
import { channels } from './channels.ts'
import { assistantSubscriptions } from './features/assistants/index.ts'
import { billingCrons } from './features/billing/index.ts'
import { callCrons, callJobs, recoverOrphans } from './features/calls/index.ts'
import { conversationCrons, conversationJobs } from './features/conversations/index.ts'
import { knowledgeCrons, knowledgeJobs } from './features/knowledge/index.ts'
import { messageCrons, messageJobs, messageSubscriptions } from './features/messages/index.ts'
import { phoneNumberCrons } from './features/phone-numbers/index.ts'
import { senderCrons, senderJobs, senderSubscriptions } from './features/senders/index.ts'
import { webhookCrons, webhookJobs } from './features/webhooks/index.ts'
import type { AppContext } from './platform/context/context.ts'
import type { CronJob, Job } from './platform/jobs/jobs.ts'
import type { Subscription } from './platform/jobs/subscriptions.ts'
import { forgetOldRequests } from './platform/rate-limit.ts'

export const subscriptions: readonly Subscription[] = [
  ...assistantSubscriptions,
  ...senderSubscriptions,
  ...messageSubscriptions,
]

export const jobs: readonly Job<never>[] = [
  ...subscriptions.map(({ job }) => job),
  ...webhookJobs,
  ...conversationJobs(channels),
  ...messageJobs,
  ...callJobs,
  ...senderJobs,
  ...knowledgeJobs,
]

export const crons: readonly CronJob[] = [
  ...billingCrons,
  ...webhookCrons,
  ...conversationCrons,
  ...messageCrons,
  ...callCrons,
  ...senderCrons,
  ...phoneNumberCrons,
  ...knowledgeCrons,
  {
    name: 'platform.forget-old',
    match: '17 * * * *',
    run: async ({ db }) => {
      await deleteOldKeys(db)
      await forgetOldRequests(db)
    },
  },
]

/** Look for work of dead processes that is not a job. */
export const checks: readonly ((context: AppContext) => Promise<void>)[] = [recoverOrphans]
