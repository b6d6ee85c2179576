// Sends the assistant's answer to a customer's messages.
import { actFor } from '#server/features/accounts/index.ts'
import { hold, release } from '#server/features/billing/index.ts'
import { confirmsOptOut, isWrittenByModel, recordUnanswered, reply } from '#server/features/conversations/index.ts'
import { findSender, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext, AppTx } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginAnswer, type ContactOfConversation, markAnswered } from '../contacts/store-contacts.ts'
import { findLatestReferral, selectRepliedTo } from '../history/store-inbound.ts'
import { leastPrice } from '../message/price.ts'
import { checkDeliverable } from '../sending/check-deliverable.ts'
import { faultOf } from '../sending/fault-of.ts'
import { isCarrierRefusal, sendWritten } from '../sending/send-written.ts'
import { type AnswerRef, countFailedAnswer, scheduleRetry } from './store-unanswered.ts'

/** A failing model is retried quickly at first, because the customer waits. */
const quickTries = 4

/** The additional attempts are for processes that die. */
export const answerJob: JobSpec<AnswerRef> = {
  name: 'messages.answer',
  maxAttempts: quickTries + maxDeaths,
  waitsOutside: true,
}

/** A further message of the customer reschedules the waiting job. */
export async function addAnswerJob(tx: Pick<AppTx, 'addJob' | 'now'>, ref: AnswerRef, afterMs: number): Promise<void> {
  const key = `chatapp-answer:${ref.accountId}:${ref.conversationId}`
  await tx.addJob(answerJob, ref, { key, runAt: new Date(tx.now().getTime() + afterMs) })
}

/** Throws if the model failed and is retried by this job. */
export async function answerCustomer(context: AppContext, { accountId, conversationId }: AnswerRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  const contact = await beginAnswer(ctx.db, accountId, conversationId)
  if (!contact || contact.optedOutAt !== null || contact.lastInboundId === null) return
  const { lastInboundId: inboundId, answeredId } = contact
  if (answeredId !== null && answeredId >= inboundId) return
  const sender = await findSender(ctx.db, accountId, contact.senderId)
  if (!sender) return
  const failure = await composeAndSend(ctx, { sender, contact, conversationId, inboundId })
  if (failure) await recordFailure(ctx, { conversationId, inboundId }, failure)
  else await markAnswered(ctx.db, accountId, { conversationId, inboundId })
}

/** Usually longer than an outcome remains unknown. The message is charged even if the hold has expired. */
const holdMs = 60 * 60 * 1000

interface Answer {
  sender: Sender
  contact: ContactOfConversation
  conversationId: number
  inboundId: number
}

interface AnswerFailure {
  refusal: Refusal
  /** The answer was composed, and is marked as failed in the conversation. */
  isComposed: boolean
}

/** If an earlier answer already covers the message, that one may still have to be sent: each has its own effect key. */
async function composeAndSend(ctx: AccountContext, answer: Answer): Promise<AnswerFailure | undefined> {
  const ledgerRef = `message:${ctx.newId()}`
  const amountMicros = leastPrice(ctx.settings, answer.sender.channel)
  let isComposed = false
  try {
    await checkDeliverable(ctx, answer.sender, answer.contact)
    // Held before the model is called, so that no answer is composed that the account cannot pay for. A longer SMS costs
    // more, which is held before it is sent.
    await transaction(ctx, (tx) => hold(tx, { ref: ledgerRef, amountMicros, forMs: holdMs }))
    const composed = await compose(ctx, answer)
    isComposed = composed !== undefined
    const sent = composed && (await sendWritten(ctx, { conversationId: answer.conversationId, ...composed, ledgerRef }))
    if (!sent) await transaction(ctx, (tx) => release(tx, ledgerRef))
    return undefined
  } catch (error) {
    // A message that the carrier may have keeps its hold until its outcome is known.
    if (!isCarrierRefusal(error)) await transaction(ctx, (tx) => release(tx, ledgerRef))
    if (!(error instanceof Refusal)) throw error
    return { refusal: error, isComposed }
  }
}

/** Returns undefined if there is nothing to send. A retry composes a new answer and leaves a failed one unchanged. */
async function compose(ctx: AccountContext, { contact, conversationId, inboundId }: Answer) {
  const { answerTries } = contact
  const key = answerTries === 0 ? `chatapp:${inboundId}` : `chatapp:${inboundId}:${answerTries}`
  const answer = await reply(ctx, {
    conversationId,
    referral: await findLatestReferral(ctx.db, ctx.account.id, conversationId),
    repliedTo: () => selectRepliedTo(ctx.db, ctx.account.id, conversationId),
    priceMicros: 0,
    effectKey: key,
  })
  const text = answer?.text.trim()
  const { messageId, effectKey } = answer ?? {}
  if (!text || messageId === undefined || effectKey === undefined) return undefined
  const isMarkdown = await isWrittenByModel(ctx.db, ctx.account.id, messageId)
  return { text, messageId, effectKey, isMarkdown, confirmsOptOut: confirmsOptOut(answer!.functionCalls) }
}

/** Refusals that are retried while the window is open. Checking a balance and a status is cheap, calling a model is not. */
const retryAfterSeconds: Readonly<Record<string, number>> = {
  INSUFFICIENT_BALANCE: 60,
  SENDER_OFFLINE: 60,
  MESSAGE_FAILED: 600,
}

async function recordFailure(
  ctx: AccountContext,
  { conversationId, inboundId }: { conversationId: number; inboundId: number },
  { refusal, isComposed }: AnswerFailure,
): Promise<void> {
  const ref = { accountId: ctx.account.id, conversationId }
  if (refusal.code === 'MESSAGE_FAILED' && (await countFailedAnswer(ctx.db, ref)) < quickTries) throw refusal
  ctx.log.warn({ conversation: conversationId, refusal: refusal.code }, 'could not answer a customer')
  const seconds = retryAfterSeconds[refusal.code]
  await transaction(ctx, async (tx) => {
    if (!isComposed)
      await recordUnanswered(tx.db, tx.account.id, {
        conversationId,
        effectKey: `unanswered:${inboundId}`,
        fault: faultOf(refusal),
      })
    if (seconds === undefined) await markAnswered(tx.db, ref.accountId, { conversationId, inboundId })
    else await scheduleRetry(tx.db, { ...ref, inboundId }, 1000 * seconds)
  })
}
