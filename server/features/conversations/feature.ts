// The manifest of conversations.
import { conversationUuidsPoint } from '#server/features/billing/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { inTransaction } from '#server/platform/jobs/subscriptions.ts'
import { endJob } from './conversation/end-job.ts'
import { forgetJob } from './conversation/forget-job.ts'
import { clearTriedSettings } from './conversation/store.ts'
import { showName } from './customers/name-customer.ts'
import { selectUuids } from './customers/store-customers.ts'
import { endConversation } from './ending/end-conversation.ts'
import { sendEndedWebhook } from './ending/send-ended-webhook.ts'
import { fileCallbacks } from './files/serve-file.ts'
import { deleteUnsentFiles } from './files/store-files.ts'
import { sendHandedOverWebhook } from './handover/send-handed-over-webhook.ts'
import { releaseOfViewer } from './inbox/set-owner.ts'
import { conversationLabelHandlers, conversationViewHandlers, savedReplyHandlers } from './inbox-routes.ts'
import { forgetTexts } from './personal-data/erase-conversations.ts'
import { personalData } from './personal-data/store-personal-data.ts'
import { conversationHandlers } from './routes.ts'
import { deleteOldVisitorAddresses, deleteOldVisitorDays } from './visitors/store-visitors.ts'

/** Added by the database when it deletes the row of a file. */
const eraseFileJob: JobSpec<{ key: string }> = { name: 'conversations.erase-file', waitsOutside: true }

const conversationJobs = [
  { ...endJob, run: endConversation },
  { ...forgetJob, run: forgetTexts },
  { ...eraseFileJob, run: ({ files }: AppContext, { key }: { key: string }) => files.remove(key) },
] as Job<never>[]

const dayMs = 86_400_000
const retentionMs = 7 * dayMs
/** Turns from before midnight can still be refunded. */
const addressRetentionMs = dayMs

async function deleteOldVisitors({ db, now }: AppContext): Promise<void> {
  const dayBefore = (ms: number): string => new Date(now().getTime() - ms).toISOString().slice(0, 10)
  await deleteOldVisitorDays(db, dayBefore(retentionMs))
  await deleteOldVisitorAddresses(db, dayBefore(addressRetentionMs))
}

const filesPerBatch = 200

async function deleteUnsent({ db, stopping }: AppContext): Promise<void> {
  while (!stopping.aborted && (await deleteUnsentFiles(db, filesPerBatch)) === filesPerBatch);
}

const conversationCrons: CronJob[] = [
  { name: 'conversations.delete-unsent-files', match: '41 * * * *', run: deleteUnsent },
  { name: 'conversations.forget-visitors', match: '23 3 * * *', run: deleteOldVisitors },
]

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
    inTransaction('assistant.changed', async ({ db }, { accountId, assistantId, change }) => {
      if (change === 'deleted') await clearTriedSettings(db, accountId, assistantId)
    }),
    inTransaction('contact.updated', showName),
    inTransaction('contact.merged', showName),
    inTransaction('conversation.ended', sendEndedWebhook),
    inTransaction('conversation.handed-over', sendHandedOverWebhook),
    inTransaction('member.role-changed', releaseOfViewer),
  ],
} satisfies Feature
