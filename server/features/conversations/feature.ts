// The manifest of conversations.
import { conversationUuidsPoint } from '#server/features/billing/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { inTransaction } from '#server/platform/jobs/subscriptions.ts'
import { selectUuids } from './customers/store-customers.ts'
import { sendEndedWebhook } from './ending/send-ended-webhook.ts'
import { fileCallbacks } from './files/serve-file.ts'
import { sendHandedOverWebhook } from './handover/send-handed-over-webhook.ts'
import { releaseOfViewer } from './inbox/set-owner.ts'
import { conversationLabelHandlers, conversationViewHandlers, savedReplyHandlers } from './inbox-routes.ts'
import { conversationCrons, conversationJobs } from './jobs.ts'
import { personalData } from './personal-data/store-personal-data.ts'
import { conversationHandlers } from './routes.ts'

export const conversations = {
  name: 'conversations',
  handlers: {
    conversations: conversationHandlers,
    conversationLabels: conversationLabelHandlers,
    conversationViews: conversationViewHandlers,
    savedReplies: savedReplyHandlers,
  },
  callbacks: fileCallbacks,
  jobs: conversationJobs,
  crons: conversationCrons,
  extensions: [extend(conversationUuidsPoint, selectUuids)],
  personalData,
  subscriptions: [
    inTransaction('conversation.ended', sendEndedWebhook),
    inTransaction('conversation.handed-over', sendHandedOverWebhook),
    inTransaction('member.role-changed', releaseOfViewer),
  ],
} satisfies Feature
