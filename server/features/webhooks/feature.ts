// The manifest of webhooks.
import type { Feature } from '#server/platform/feature.ts'
import { webhookAttempts } from './attempt-delivery.ts'
import { webhookCrons, webhookJobs } from './jobs.ts'
import { webhookHandlers } from './routes.ts'
import { personalDeliveries } from './store-personal-data.ts'

export const webhooks = {
  name: 'webhooks',
  handlers: { webhooks: webhookHandlers },
  jobs: webhookJobs,
  crons: webhookCrons,
  counters: [webhookAttempts],
  personalData: [personalDeliveries],
} satisfies Feature
