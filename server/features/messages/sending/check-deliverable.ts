// Checks that the channel of a sender can deliver a text to a customer now.
import { requireDestination } from '#server/features/phone-numbers/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { OptedOut } from '../contacts/opt-out.ts'
import type { ContactOfConversation } from '../contacts/store-contacts.ts'
import type { Contact } from '../message/message.ts'
import { checkCanSend } from './send-freeform.ts'

/** Refuses with `DESTINATION_FORBIDDEN` for an SMS, and with the codes of `checkCanSend`. */
export async function checkDeliverable(
  ctx: AccountContext,
  sender: Sender,
  contact: ContactOfConversation,
): Promise<void> {
  if (sender.channel === 'sms') return checkSms(ctx, contact.address, contact)
  checkCanSend(sender, contact, contact.now)
}

/** SMS has no window: every customer may be written to who is in an allowed country and has not opted out. */
export async function checkSms(ctx: AccountContext, to: string, contact: Contact | undefined): Promise<void> {
  await requireDestination(ctx, to, 'sms')
  if (contact && contact.optedOutAt !== null) throw new OptedOut()
}
