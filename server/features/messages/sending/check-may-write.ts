// Whether a person's word would reach the customer now: asked before it is written down.
import { canPay } from '#server/features/billing/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { checkMaySend } from './send-freeform.ts'

/** Refuses with `SENDER_NOT_FOUND`, `INSUFFICIENT_BALANCE` and what a freeform message to the customer would be. */
export async function checkMayWrite(ctx: AccountContext, conversationId: number): Promise<void> {
  const { id: accountId } = ctx.account
  const contact = await findContactByConversation(ctx.db, accountId, conversationId)
  const sender = contact && (await findSender(ctx.db, accountId, contact.senderId))
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  checkMaySend(sender, contact, contact.now)
  const { chatappMessageMicros } = ctx.settings.prices
  if (!(await canPay(ctx.db, accountId, chatappMessageMicros))) throw new Refusal('INSUFFICIENT_BALANCE')
}
