// Finds the message that an earlier run of a request sent, so that a resumed request returns the same response.
import { findConversationIdentity } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { outcomeUnknown, refusalOf } from '../delivery/outcome.ts'
import { findMessageByEffect } from '../delivery/store.ts'
import { findOutcome, getCarrierAccount } from '../delivery/submit-to-carrier.ts'
import type { Message, SentMessage } from '../message/message.ts'

/**
 * Returns undefined if no message exists yet. Throws a `Refusal` if the carrier rejected the message or its outcome is
 * unknown.
 */
export async function findSent(ctx: AccountContext, effectKey: string): Promise<SentMessage | undefined> {
  const stored = await findMessageByEffect(ctx.db, ctx.account.id, effectKey)
  if (!stored) return undefined
  const message = await outcomeOf(ctx, stored)
  const conversation = await findConversationIdentity(ctx.db, ctx.account.id, message.conversationId!)
  return { message, conversationUuid: conversation?.uuid }
}

async function outcomeOf(ctx: AccountContext, message: Message): Promise<Message> {
  if (message.state === 'accepted') return message
  if (message.state === 'refused') throw refusalOf(message)
  const sender = await findSender(ctx.db, ctx.account.id, message.senderId)
  if (!sender) throw outcomeUnknown(message)
  const account = await getCarrierAccount(ctx, message)
  return findOutcome(ctx, { message, sender, account }, 'The process that sent the message has ended.')
}
