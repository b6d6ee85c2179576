// Finding out what became of a message that nobody heard of: by looking at the carrier, never by sending it again.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountBySid, findSender } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { Message } from '../message/message.ts'
import { failMessage } from './fail-message.ts'
import { searchCarrier } from './find-at-carrier.ts'
import { addRepairJob, type RepairRef } from './repair-job.ts'
import { findMessage, postponeLook, selectToLookFor } from './store.ts'
import { recordFound } from './submit-to-carrier.ts'

const atOnce = 500
/** A carrier that does not answer is asked again then. */
const againAfterMs = 120_000

export async function planRepairs(context: AppContext): Promise<void> {
  const messages = await selectToLookFor(context.db, atOnce)
  if (messages.length === 0) return
  await transaction(context, async (tx) => {
    for (const { accountId, id } of messages) await addRepairJob(tx, { accountId, messageId: id })
  })
}

/**
 * More than a minute after it was begun, what the carrier does not show it does not have. Should that be wrong, the
 * carrier's news of the message set it right.
 */
export async function repairMessage(context: AppContext, { accountId, messageId }: RepairRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  const message = ctx && (await findMessage(ctx.db, accountId, messageId))
  if (!message || (message.state !== 'sending' && message.state !== 'unknown')) return
  await postponeLook(ctx.db, message, againAfterMs)
  try {
    await settleDoubt(ctx, message)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    ctx.log.warn({ message: messageId, failure: error.code }, 'a message could not be looked for')
  }
}

async function settleDoubt(ctx: AccountContext, message: Message): Promise<void> {
  const [account, sender] = await Promise.all([
    findCarrierAccountBySid(ctx, message.carrierAccountSid),
    findSender(ctx.db, message.accountId, message.senderId),
  ])
  // Whose credentials are gone cannot be asked any more.
  const found = account && sender ? await searchCarrier(ctx, { message, sender, account }) : undefined
  if (found) {
    await recordFound(ctx, message, found)
    return
  }
  const fault = { errorCode: null, errorMessage: 'The carrier has no such message.' }
  await transaction(ctx, (tx) => failMessage(tx, message, fault))
}
