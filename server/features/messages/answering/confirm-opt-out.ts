// Confirming to a customer that he has left or come back, and how to change that: once, paid like any message.
import { actFor } from '#server/features/accounts/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { confirmationText } from '../contacts/opt-out.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { composeFreeform } from '../sending/compose-freeform.ts'
import { dispatch } from '../sending/dispatch.ts'
import { checkWindow } from '../sending/send-freeform.ts'
import type { ConfirmRef } from './confirm-job.ts'

export async function confirmOptOut(
  context: AppContext,
  { accountId, conversationId, inboundId }: ConfirmRef,
): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  const contact = await findContactByConversation(ctx.db, accountId, conversationId)
  const sender = contact && (await findSender(ctx.db, accountId, contact.senderId))
  if (!sender) return
  try {
    checkWindow(sender, contact, contact.now)
    await dispatch(ctx, {
      sender,
      customerKey: contact.customerKey,
      address: contact.address,
      name: null,
      checkedAt: contact.now,
      content: composeFreeform(confirmationText(contact), undefined),
      said: { assistantId: null, effectKey: `opt-out:${inboundId}` },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ conversation: conversationId, refusal: error.code }, 'an opt-out was not confirmed')
  }
}
