// Sends a message that is already recorded in a conversation, by its assistant or an agent.
import { voidMessage } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { OptedOut } from '../contacts/opt-out.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { channelText } from '../formatting/channel-text.ts'
import type { SentMessage } from '../message/message.ts'
import { checkDeliverable } from './check-deliverable.ts'
import { composeFreeform } from './compose-freeform.ts'
import { dispatch } from './dispatch.ts'
import { faultOf } from './fault-of.ts'

export interface WrittenMessage {
  conversationId: number
  /** The id in the conversation. */
  messageId: number
  text: string
  /** A language model wrote the text, so it is converted for the channel. The history keeps it as it is. */
  isMarkdown: boolean
  /** The assistant confirms an opt-out, which does not keep this message from being sent. */
  confirmsOptOut?: boolean
  effectKey: string
  /** An existing hold. */
  ledgerRef?: string
}

/**
 * Returns undefined if the message was sent before. A message that cannot be sent is refused like a freeform message,
 * and is marked as failed in the conversation.
 */
export async function sendWritten(ctx: AccountContext, written: WrittenMessage): Promise<SentMessage | undefined> {
  try {
    return await dispatchWritten(ctx, written)
  } catch (error) {
    if (error instanceof Refusal && !isCarrierRefusal(error)) {
      const fault = faultOf(error)
      await transaction(ctx, (tx) =>
        voidMessage(tx.db, tx.account.id, { messageId: written.messageId, costMicros: 0, fault }),
      )
    }
    throw error
  }
}

async function dispatchWritten(ctx: AccountContext, written: WrittenMessage): Promise<SentMessage | undefined> {
  const { conversationId, messageId, text, isMarkdown, confirmsOptOut, effectKey, ledgerRef } = written
  const { id: accountId } = ctx.account
  // Loaded again, because composing an answer takes time.
  const contact = await findContactByConversation(ctx.db, accountId, conversationId)
  const sender = contact && (await findSender(ctx.db, accountId, contact.senderId))
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  const { customerKey, address, now } = contact
  await checkDeliverable(ctx, sender, confirmsOptOut ? { ...contact, optedOutAt: null } : contact)
  return dispatch(ctx, {
    sender,
    customerKey,
    address,
    name: null,
    checkedAt: now,
    content: composeFreeform(isMarkdown ? channelText(text, sender.channel) : text, undefined),
    entry: { conversationId, messageId },
    effectKey,
    ledgerRef,
  })
}

/** Whether the message was stored before it was refused: its outcome is then stored with it. */
export const isCarrierRefusal = (error: unknown): boolean =>
  error instanceof Refusal && !(error instanceof OptedOut) && /^(?:PROVIDER_ERROR_|UNKNOWN_ERROR)/.test(error.code)
