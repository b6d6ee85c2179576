// A customer who could not be answered: the history says why, and what may pass is tried again while the window is open.
import { recordUnanswered } from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { markAnswered } from '../contacts/store-contacts.ts'
import { faultOf } from '../sending/fault.ts'
import { answerTries } from './answer-job.ts'
import { answerAgainAfter, countAnswerTry } from './store-unanswered.ts'

export interface Unanswered {
  refusal: Refusal
  /** The answer was composed: it stands in the history as failed. */
  isComposed: boolean
}

/** Seconds until the next look: whether there is money and a sender costs little to ask, a model does not. */
const againAfterSeconds: Readonly<Record<string, number>> = {
  INSUFFICIENT_BALANCE: 60,
  SENDER_OFFLINE: 60,
  MESSAGE_FAILED: 600,
}

/** Throws when the model is to be asked again at once. */
export async function recordUnansweredMessage(
  ctx: AccountContext,
  { conversationId, inboundId }: { conversationId: number; inboundId: number },
  { refusal, isComposed }: Unanswered,
): Promise<void> {
  const ref = { accountId: ctx.account.id, conversationId }
  if (refusal.code === 'MESSAGE_FAILED' && (await countAnswerTry(ctx.db, ref)) < answerTries) throw refusal
  ctx.log.warn({ conversation: conversationId, refusal: refusal.code }, 'a customer was not answered')
  const seconds = againAfterSeconds[refusal.code]
  await transaction(ctx, async (tx) => {
    if (!isComposed)
      await recordUnanswered(tx.db, tx.account.id, {
        conversationId,
        effectKey: `unanswered:${inboundId}`,
        fault: faultOf(refusal),
      })
    if (seconds === undefined) await markAnswered(tx.db, ref.accountId, { conversationId, inboundId })
    else await answerAgainAfter(tx.db, { ...ref, inboundId }, 1000 * seconds)
  })
}
