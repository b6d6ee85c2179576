// The manifest of senders.

import { actFor } from '#server/features/accounts/index.ts'
import { parseHook } from '#server/features/webhooks/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { senderHandlers } from './routes.ts'
import { senderWebhooks } from './sender/sender.ts'
import { disableWebhook, selectSendingAccounts } from './sender/store.ts'
import { addSyncJob, type SyncRef, sync, syncJob } from './sync/sync.ts'

async function syncAccount(context: AppContext, { accountId }: SyncRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  try {
    await sync(ctx)
  } catch (error) {
    // Only the account can correct its credentials, so a retry does not help.
    if (!(error instanceof OutsideError) || error.code !== 'unauthorised') throw error
    context.log.warn({ accountId }, 'the carrier rejected the credentials of an account')
  }
}

async function planSyncs(context: AppContext): Promise<void> {
  const accountIds = await selectSendingAccounts(context.db)
  const startMs = context.now().getTime()
  await transaction(context, async (tx) => {
    for (const [index, accountId] of accountIds.entries()) {
      const delayMs = (60 * 60 * 1000 * index) / accountIds.length
      await addSyncJob(tx, { accountId, runAt: new Date(startMs + delayMs) })
    }
  })
}

const senderJobs: Job<never>[] = [{ ...syncJob, run: syncAccount } as Job<never>]

const senderCrons: CronJob[] = [{ name: 'senders.plan-syncs', match: '7 */4 * * *', run: planSyncs }]

const senderSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'senders', async ({ db }, { accountId, hook }) => {
    const parsed = parseHook(hook, 'sender', senderWebhooks)
    if (parsed) await disableWebhook(db, accountId, parsed)
  }),
]

export const senders = {
  name: 'senders',
  handlers: { senders: senderHandlers },
  jobs: senderJobs,
  crons: senderCrons,
  subscriptions: senderSubscriptions,
} satisfies Feature
