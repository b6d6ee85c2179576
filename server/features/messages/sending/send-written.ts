// Sending what stands in a chat-app conversation already, from its assistant or a person, through the window.
import { voidMessage } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { OptedOut } from '../contacts/opt-out.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import type { SentMessage } from '../message/message.ts'
import { composeFreeform } from './compose-freeform.ts'
import { dispatch } from './dispatch.ts'
import { faultOf } from './fault.ts'
import { checkMaySend } from './send-freeform.ts'

export interface WrittenForCustomer {
  conversationId: number
  /** In the conversation's history. */
  messageId: number
  text: string
  effectKey: string
  /** Money that was put aside for it already. */
  ledgerRef?: string
}

/** What cannot be sent shows as failed, and is refused like a freeform message. Undefined: it was sent before. */
export async function sendWritten(ctx: AccountContext, written: WrittenForCustomer): Promise<SentMessage | undefined> {
  try {
    return await dispatchWritten(ctx, written)
  } catch (error) {
    if (error instanceof Refusal && !isOfTheCarrier(error)) {
      const fault = faultOf(error)
      await transaction(ctx, (tx) =>
        voidMessage(tx.db, tx.account.id, { messageId: written.messageId, costMicros: 0, fault }),
      )
    }
    throw error
  }
}

async function dispatchWritten(ctx: AccountContext, written: WrittenForCustomer): Promise<SentMessage | undefined> {
  const { conversationId, messageId, text, effectKey, ledgerRef } = written
  const { id: accountId } = ctx.account
  // As they are by now: an answer takes its time.
  const contact = await findContactByConversation(ctx.db, accountId, conversationId)
  const sender = contact && (await findSender(ctx.db, accountId, contact.senderId))
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  const { customerKey, address, now } = contact
  checkMaySend(sender, contact, now)
  return dispatch(ctx, {
    sender,
    customerKey,
    address,
    name: null,
    checkedAt: now,
    content: composeFreeform(text, undefined),
    said: { conversationId, messageId, effectKey },
    ledgerRef,
  })
}

/** The message was stored before it was refused: what became of it stands there. */
export const isOfTheCarrier = (error: unknown): boolean =>
  error instanceof Refusal && !(error instanceof OptedOut) && /^(?:PROVIDER_ERROR_|UNKNOWN_ERROR)/.test(error.code)
