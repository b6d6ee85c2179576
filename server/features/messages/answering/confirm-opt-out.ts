// Confirms an opt-out or opt-in to the customer, or tells them how to get help, at the price of a message.
import { actFor } from '#server/features/accounts/index.ts'
import { requireDestination } from '#server/features/phone-numbers/index.ts'
import { findSender } from '#server/features/senders/index.ts'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { confirmationText, optOutTextsOf } from '../contacts/confirmation-text.ts'
import type { HeardRequest } from '../contacts/opt-out.ts'
import { findContactByConversation } from '../contacts/store-contacts.ts'
import { composeFreeform } from '../sending/compose-freeform.ts'
import { dispatch } from '../sending/dispatch.ts'
import { checkWindow } from '../sending/send-freeform.ts'

interface ConfirmRef {
  accountId: number
  conversationId: number
  /** The message with the keyword. */
  inboundId: number
  /** Absent in jobs of an earlier version. */
  asks?: HeardRequest['asks']
  languages?: readonly string[]
}

export const confirmJob: JobSpec<ConfirmRef> = { name: 'messages.confirm-opt-out', waitsOutside: true }

/** A waiting confirmation is replaced, so that a customer who quickly changes their mind gets only the last one. */
export const addConfirmJob = (tx: Pick<AppTx, 'addJob'>, ref: ConfirmRef): Promise<void> =>
  tx.addJob(confirmJob, ref, { key: `chatapp-confirm:${ref.accountId}:${ref.conversationId}` })

export async function confirmOptOut(
  context: AppContext,
  { accountId, conversationId, inboundId, asks, languages = [] }: ConfirmRef,
): Promise<void> {
  const ctx = await actFor(context, accountId)
  if (!ctx) return
  const contact = await findContactByConversation(ctx.db, accountId, conversationId)
  const sender = contact && (await findSender(ctx.db, accountId, contact.senderId))
  if (!sender) return
  try {
    if (sender.channel === 'sms') await requireDestination(ctx, contact.address, 'sms')
    else checkWindow(sender, contact, contact.now)
    const texts = await optOutTextsOf(ctx, conversationId, languages)
    const text =
      asks === 'help' ? texts.helpText.replace('{name}', sender.displayName) : confirmationText(contact, texts)
    await dispatch(ctx, {
      sender,
      customerKey: contact.customerKey,
      address: contact.address,
      name: null,
      checkedAt: contact.now,
      content: composeFreeform(text, undefined),
      entry: { assistantId: null },
      effectKey: `opt-out:${inboundId}`,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    ctx.log.warn({ conversation: conversationId, refusal: error.code }, 'could not confirm an opt-out')
  }
}
