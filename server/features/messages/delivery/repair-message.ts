// Determines the outcome of a message by looking it up at the carrier; the message is never sent again.

import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById } from '#server/features/carrier-accounts/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import { noReport } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { BoxError } from '#server/platform/security/secret-box.ts'
import type { Message } from '../message/message.ts'
import { acceptFoundMessage } from './accept-message.ts'
import { failMessage } from './fail-message.ts'
import { searchCarrier } from './find-at-carrier.ts'
import { findMessage, postponeLookup, selectToLookUp } from './store.ts'

interface RepairRef {
  accountId: number
  messageId: number
}

/** The attempts are for processes that die; otherwise the cron job adds the job again. */
export const repairJob: JobSpec<RepairRef> = { name: 'messages.repair', maxAttempts: 1 + maxDeaths, waitsOutside: true }

const maxMessages = 500
const retryAfterMs = 120_000

export async function planRepairs(context: AppContext): Promise<void> {
  const messages = await selectToLookUp(context.db, maxMessages)
  if (messages.length === 0) return
  await transaction(context, async (tx) => {
    for (const { accountId, id: messageId } of messages)
      await tx.addJob(repairJob, { accountId, messageId }, { key: `chatapp-repair:${accountId}:${messageId}` })
  })
}

/**
 * Runs more than a minute after the message was submitted: if the carrier does not list it by then, the carrier does
 * not have it. A later status update corrects this if it was wrong.
 */
export async function repairMessage(context: AppContext, { accountId, messageId }: RepairRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const message = ctx && (await findMessage(ctx.db, accountId, messageId))
  if (!message || (message.state !== 'sending' && message.state !== 'unknown')) return
  await postponeLookup(ctx.db, message, retryAfterMs)
  try {
    await settleOutcome(ctx, message)
  } catch (error) {
    if (!(error instanceof OutsideError || error instanceof BoxError)) throw error
    ctx.log.warn({ message: messageId, failure: error.code }, 'could not look up a message at the carrier')
  }
}

async function settleOutcome(ctx: AccountContext, message: Message): Promise<void> {
  const [account, sender] = await Promise.all([
    findCarrierAccountById(ctx, message.carrierAccountId),
    findSender(ctx.db, message.accountId, message.senderId),
  ])
  // A status report decides.
  if (account && !ctx.carriers.of(account).capabilities.includes('listsMessages')) return
  // Without credentials the message cannot be looked up, so it counts as not sent.
  const found = account && sender ? await searchCarrier(ctx, { message, sender, account }) : undefined
  if (found) {
    await acceptFoundMessage(ctx, message, found)
    return
  }
  const fault = { ...noReport, errorMessage: 'The carrier has no such message.' }
  await transaction(ctx, (tx) => failMessage(tx, message, fault))
}
