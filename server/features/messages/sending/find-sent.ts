// What an earlier run of a request has sent under the key of its effect, answered as that one would have been.
import { findConversationIdentity } from '#server/features/conversations/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { outcomeUnknown, refusalOf } from '../delivery/outcome.ts'
import { findMessageByEffect } from '../delivery/store.ts'
import { accountOf, findOutcome } from '../delivery/submit-to-carrier.ts'
import type { Message, SentMessage } from '../message/message.ts'

/** Undefined when there is no message yet. Throws a `Refusal` when the carrier did not take it, or nobody knows. */
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
  const account = await accountOf(ctx, message)
  const errorMessage = 'The process that sent it has ended.'
  return findOutcome(ctx, { message, sender, account, errorMessage })
}
