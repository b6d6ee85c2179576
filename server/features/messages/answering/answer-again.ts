// Trying again to answer customers, once there is money and the sender is online: by the calendar, and a bounded number.
import { actFor } from '#server/features/accounts/index.ts'
import { canPay } from '#server/features/billing/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context.ts'
import { databaseTime } from '#server/platform/time/database-time.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { SenderOfAccount } from '../contacts/store-contacts.ts'
import { addAnswerJob } from './answer-job.ts'
import { giveUpWaiting, postponeWaiting, selectWaitingSenders, takeWaiting } from './store-unanswered.ts'

const mostSenders = 200
const mostCustomersOfOne = 50
const lookAgainSeconds = 60
/** Longer than an answer takes. */
const takenForSeconds = 900

export async function answerAgain(world: AppContext): Promise<void> {
  const now = databaseTime(world)
  await giveUpWaiting(world.db, now)
  for (const waiting of await selectWaitingSenders(world.db, { now, limit: mostSenders })) {
    if (await mayAnswer(world, waiting)) await addJobs(world, waiting)
    else await postponeWaiting(world.db, waiting, { now, seconds: lookAgainSeconds })
  }
}

async function mayAnswer(world: AppContext, { accountId, senderId }: SenderOfAccount): Promise<boolean> {
  const ctx = await actFor(world, accountId)
  const sender = ctx && (await findSender(ctx.db, accountId, senderId))
  if (sender?.status !== 'online') return false
  return canPay(world.db, accountId, world.settings.prices.chatappMessageMicros)
}

function addJobs(world: AppContext, waiting: SenderOfAccount): Promise<void> {
  const { accountId } = waiting
  return transaction(world, async (tx) => {
    const taken = { now: databaseTime(tx), limit: mostCustomersOfOne, seconds: takenForSeconds }
    const conversations = await takeWaiting(tx.db, waiting, taken)
    for (const conversationId of conversations) await addAnswerJob(tx, { accountId, conversationId }, 0)
  })
}
