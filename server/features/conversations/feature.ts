// The manifest of conversations.
import type { Feature } from '#server/platform/feature.ts'
import { inTransaction } from '#server/platform/jobs/subscriptions.ts'
import { sendEndedWebhook } from './ending/send-ended-webhook.ts'
import { conversationCrons, conversationJobs } from './jobs.ts'
import { conversationHandlers } from './routes.ts'

export const conversations = {
  name: 'conversations',
  handlers: { conversations: conversationHandlers },
  jobs: conversationJobs,
  crons: conversationCrons,
  subscriptions: [inTransaction('conversation.ended', sendEndedWebhook)],
} satisfies Feature
