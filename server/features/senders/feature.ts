// The manifest of senders.
import type { Feature } from '#server/platform/feature.ts'
import { senderCrons, senderJobs, senderSubscriptions } from './jobs.ts'
import { senderHandlers } from './routes.ts'

export const senders = {
  name: 'senders',
  handlers: { senders: senderHandlers },
  jobs: senderJobs,
  crons: senderCrons,
  subscriptions: senderSubscriptions,
} satisfies Feature
