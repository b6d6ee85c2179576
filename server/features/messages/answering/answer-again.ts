// Retries answers to customers once the account can pay and the sender is online. Runs as a cron job.
import { actFor } from '#server/features/accounts/index.ts'
import { canPay } from '#server/features/billing/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { SenderOfAccount } from '../contacts/store-contacts.ts'
import { leastPrice } from '../message/price.ts'
import { addAnswerJob } from './answer-customer.ts'
import { claimDueRetries, dropExpiredRetries, postponeRetries, selectSendersWithRetries } from './store-unanswered.ts'

const maxSenders = 200
const maxCustomersPerSender = 50
const postponeMs = 60_000
/** Longer than an answer takes. */
const claimMs = 900_000

export async function answerAgain(context: AppContext): Promise<void> {
  await dropExpiredRetries(context.db)
  for (const sender of await selectSendersWithRetries(context.db, maxSenders)) {
    if (await canAnswer(context, sender)) await addJobs(context, sender)
    else await postponeRetries(context.db, sender, postponeMs)
  }
}

async function canAnswer(context: AppContext, { accountId, senderId }: SenderOfAccount): Promise<boolean> {
  const ctx = await actFor(context, accountId)
  const sender = ctx && (await findSender(ctx.db, accountId, senderId))
  if (sender?.status !== 'online') return false
  return canPay(context.db, accountId, leastPrice(context.settings, sender.channel))
}

function addJobs(context: AppContext, sender: SenderOfAccount): Promise<void> {
  const { accountId } = sender
  return transaction(context, async (tx) => {
    const conversationIds = await claimDueRetries(tx.db, sender, { limit: maxCustomersPerSender, forMs: claimMs })
    for (const conversationId of conversationIds) await addAnswerJob(tx, { accountId, conversationId }, 0)
  })
}
