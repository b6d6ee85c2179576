// The work of conversations that is done later.
import type { AppContext } from '#server/platform/context/context.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import type { Channels } from './conversation/channel.ts'
import { endJob } from './conversation/end-job.ts'
import { endConversation } from './ending/end-conversation.ts'
import { deleteOldVisitorDays, forgetVisitorAddresses } from './visitors/store-visitors.ts'

export const conversationJobs = (channels: Channels): Job<never>[] => [
  {
    ...endJob,
    run: (context: AppContext, { accountId, conversationId }: { accountId: number; conversationId: number }) =>
      endConversation(context, channels, { accountId, conversationId }),
  } as Job<never>,
]

const dayMs = 86_400_000
const rememberedMs = 7 * dayMs
/** Turns that began before midnight may still be given back. */
const addressesRememberedMs = dayMs

async function forgetVisitors({ db, now }: AppContext): Promise<void> {
  const dayBefore = (ms: number): string => new Date(now().getTime() - ms).toISOString().slice(0, 10)
  await deleteOldVisitorDays(db, dayBefore(rememberedMs))
  await forgetVisitorAddresses(db, dayBefore(addressesRememberedMs))
}

export const conversationCrons: CronJob[] = [
  { name: 'conversations.forget-visitors', match: '23 3 * * *', run: forgetVisitors },
]
