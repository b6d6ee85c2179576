// Trying again to answer customers, once there is money and the sender is online: by the calendar, and a bounded number.
import { actFor } from '#server/features/accounts/index.ts'
import { canPay } from '#server/features/billing/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { SenderOfAccount } from '../contacts/store-contacts.ts'
import { addAnswerJob } from './answer-job.ts'
import { giveUpWaiting, postponeWaiting, selectWaitingSenders, takeWaiting } from './store-unanswered.ts'

const mostSenders = 200
const mostCustomersOfOne = 50
const lookAgainMs = 60_000
/** Longer than an answer takes. */
const takenForMs = 900_000

export async function answerAgain(context: AppContext): Promise<void> {
  await giveUpWaiting(context.db)
  for (const waiting of await selectWaitingSenders(context.db, mostSenders)) {
    if (await mayAnswer(context, waiting)) await addJobs(context, waiting)
    else await postponeWaiting(context.db, waiting, lookAgainMs)
  }
}

async function mayAnswer(context: AppContext, { accountId, senderId }: SenderOfAccount): Promise<boolean> {
  const ctx = await actFor(context, accountId)
  const sender = ctx && (await findSender(ctx.db, accountId, senderId))
  if (sender?.status !== 'online') return false
  return canPay(context.db, accountId, context.settings.prices.chatappMessageMicros)
}

function addJobs(context: AppContext, waiting: SenderOfAccount): Promise<void> {
  const { accountId } = waiting
  return transaction(context, async (tx) => {
    const taken = { limit: mostCustomersOfOne, forMs: takenForMs }
    const conversations = await takeWaiting(tx.db, waiting, taken)
    for (const conversationId of conversations) await addAnswerJob(tx, { accountId, conversationId }, 0)
  })
}
