// The work of conversations that is done later.
import type { World } from '#server/platform/context.ts'
import type { CronJob, Job } from '#server/platform/jobs.ts'
import type { Channels } from './channel.ts'
import { endConversation } from './end-conversation.ts'
import { endJob } from './end-job.ts'
import { forgetVisitorDays } from './store-visitors.ts'

export const conversationJobs = (channels: Channels): Job<never>[] => [
  {
    ...endJob,
    run: (world: World, { accountId, conversationId }: { accountId: number; conversationId: number }) =>
      endConversation(world, channels, { accountId, conversationId }),
  } as Job<never>,
]

const rememberedMs = 7 * 86_400_000

export const conversationCrons: CronJob[] = [
  {
    name: 'conversations.forget-visitors',
    match: '23 3 * * *',
    run: ({ db, now }) => forgetVisitorDays(db, new Date(now().getTime() - rememberedMs).toISOString().slice(0, 10)),
  },
]
