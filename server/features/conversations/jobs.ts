// Jobs of conversations: ending them, and deleting old data about visitors.
import type { AppContext } from '#server/platform/context/context.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { endJob } from './conversation/end-job.ts'
import { forgetJob } from './conversation/forget-job.ts'
import { endConversation } from './ending/end-conversation.ts'
import { forgetTexts } from './personal-data/forget-texts.ts'
import { deleteOldVisitorAddresses, deleteOldVisitorDays } from './visitors/store-visitors.ts'

export const conversationJobs = [
  { ...endJob, run: endConversation },
  { ...forgetJob, run: forgetTexts },
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

export const conversationCrons: CronJob[] = [
  { name: 'conversations.forget-visitors', match: '23 3 * * *', run: deleteOldVisitors },
]
