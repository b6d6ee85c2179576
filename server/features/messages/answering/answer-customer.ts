// The assistant's answer to what a customer wrote: composed once, paid like any message, sent through the window.
import { actFor } from '#server/features/accounts/index.ts'
import { hold, release } from '#server/features/billing/index.ts'
import { reply } from '#server/features/conversations/index.ts'
import { findSender, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginAnswer, type ContactOfConversation, markAnswered } from '../contacts/store-contacts.ts'
import { selectRepliedTo } from '../history/store-inbound.ts'
import { checkMaySend } from '../sending/send-freeform.ts'
import { isOfTheCarrier, sendWritten } from '../sending/send-written.ts'
import type { AnswerRef } from './answer-job.ts'
import { recordUnansweredMessage, type Unanswered } from './record-unanswered.ts'

/** Throws when the assistant has no answer at first, so that it is asked again. */
export async function answerCustomer(context: AppContext, { accountId, conversationId }: AnswerRef): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  const contact = await beginAnswer(ctx.db, accountId, conversationId)
  if (!contact || contact.optedOutAt !== null || contact.lastInboundId === null) return
  const { lastInboundId: inboundId, answeredId } = contact
  if (answeredId !== null && answeredId >= inboundId) return
  const sender = await findSender(ctx.db, accountId, contact.senderId)
  if (!sender) return
  const unanswered = await composeAndSend(ctx, { sender, contact, conversationId, inboundId })
  if (unanswered) await recordUnansweredMessage(ctx, { conversationId, inboundId }, unanswered)
  else await markAnswered(ctx.db, accountId, { conversationId, inboundId })
}

/** Longer than the doubt about a message lasts, as a rule; a lapsed hold is charged all the same. */
const holdMs = 60 * 60 * 1000

interface Answer {
  sender: Sender
  contact: ContactOfConversation
  conversationId: number
  inboundId: number
}

/** Another answer may have answered the message by now, which may still have to be sent: each goes out under its own key. */
async function composeAndSend(ctx: AccountContext, answer: Answer): Promise<Unanswered | undefined> {
  const ledgerRef = `message:${ctx.newId()}`
  const amountMicros = ctx.settings.prices.chatappMessageMicros
  let isComposed = false
  try {
    checkMaySend(answer.sender, answer.contact, answer.contact.now)
    // Put aside before the model is asked: who cannot pay for the message gets none.
    await transaction(ctx, (tx) => hold(tx, { ref: ledgerRef, amountMicros, forMs: holdMs }))
    const composed = await compose(ctx, answer)
    isComposed = composed !== undefined
    const sent = composed && (await sendWritten(ctx, { conversationId: answer.conversationId, ...composed, ledgerRef }))
    if (!sent) await transaction(ctx, (tx) => release(tx, ledgerRef))
    return undefined
  } catch (error) {
    // What the carrier may have stays paid for until its outcome is known; the message holds it.
    if (!isOfTheCarrier(error)) await transaction(ctx, (tx) => release(tx, ledgerRef))
    if (!(error instanceof Refusal)) throw error
    return { refusal: error, isComposed }
  }
}

/** Undefined when nothing is to be sent. What an earlier try has composed in vain stays as it is. */
async function compose(ctx: AccountContext, { contact, conversationId, inboundId }: Answer) {
  const { answerTries } = contact
  const key = answerTries === 0 ? `chatapp:${inboundId}` : `chatapp:${inboundId}:${answerTries}`
  const answer = await reply(ctx, {
    conversationId,
    repliedTo: () => selectRepliedTo(ctx.db, ctx.account.id, conversationId),
    priceMicros: 0,
    effectKey: key,
  })
  const text = answer?.text.trim()
  const { messageId, effectKey } = answer ?? {}
  return text && messageId !== undefined && effectKey !== undefined ? { text, messageId, effectKey } : undefined
}
