// The work of senders: keeping up with the carrier, every account's turn spread over the first hour of four.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CronJob, Job } from '#server/platform/jobs/jobs.ts'
import { type Subscription, subscription } from '#server/platform/jobs/subscriptions.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { readSenderHook } from './sender/receipts-webhook.ts'
import { selectSendingAccounts, switchWebhookOff } from './sender/store.ts'
import { sync } from './sync/sync.ts'
import { addSyncJob, type SyncRef, syncJob } from './sync/sync-job.ts'

const spreadMs = 60 * 60 * 1000

async function syncAccount(context: AppContext, { accountId }: SyncRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  try {
    await sync(ctx)
  } catch (error) {
    // Nobody but the holder can cure it: what was known last stays, and the calendar comes round again.
    if (!(error instanceof OutsideError) || error.code !== 'unauthorised') throw error
    context.log.warn({ accountId }, 'carrier credentials were refused')
  }
}

async function planSyncs(context: AppContext): Promise<void> {
  const accountIds = await selectSendingAccounts(context.db)
  const startMs = context.now().getTime()
  await transaction(context, async (tx) => {
    for (const [index, accountId] of accountIds.entries()) {
      const runAt = new Date(startMs + (spreadMs * index) / accountIds.length)
      await addSyncJob(tx, { accountId, runAt })
    }
  })
}

export const senderJobs: Job<never>[] = [{ ...syncJob, run: syncAccount } as Job<never>]

export const senderCrons: CronJob[] = [{ name: 'senders.plan-syncs', match: '7 */4 * * *', run: planSyncs }]

/** A receiver answered 410: its webhook is switched off. */
export const senderSubscriptions: Subscription[] = [
  subscription('webhook.gone', 'senders', async ({ db }, { accountId, hook }) => {
    const ofSender = readSenderHook(hook)
    if (ofSender) await switchWebhookOff(db, accountId, ofSender)
  }),
]
