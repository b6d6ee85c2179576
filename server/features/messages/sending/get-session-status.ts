// Returns whether a sender may send freeform messages to a customer.

import { isE164 } from '@parley/rules'
import { findConversationIdentity } from '#server/features/conversations/index.ts'
import { findChatappSender, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import { checkMayContact } from '../contacts/do-not-contact.ts'
import { type ContactState, findContactState } from '../contacts/store-contacts.ts'
import { type Session, sessionOf } from '../message/window.ts'
import { faultOf } from './fault-of.ts'
import { checkCanSend } from './send-freeform.ts'

/** `obstacle` is the reason why a freeform message would be refused even though the window is open. */
export async function getSessionStatus(
  ctx: AccountContext,
  { senderId, recipientPhone }: { senderId: number; recipientPhone: string },
) {
  if (!isE164(recipientPhone)) throw new Refusal('INVALID_PHONE')
  const customerKey = phoneNumberKey(recipientPhone)
  const [sender, contactState] = await Promise.all([
    findChatappSender(ctx.db, ctx.account.id, senderId),
    findContactState(ctx.db, ctx.account.id, { senderId, customerKey, countUpTo: 0 }),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  const { contact, now } = contactState
  const session: Session = contact ? sessionOf(contact, now) : { state: 'none' }
  const obstacle =
    session.state === 'open' ? await findObstacle(ctx, sender, { ...contactState, recipientPhone }) : undefined
  const id = contact?.conversationId
  const identity = id ? await findConversationIdentity(ctx.db, ctx.account.id, id) : undefined
  const conversation = contact && id && identity ? { id, uuid: identity.uuid, contact } : undefined
  return { contact, conversation, session, obstacle }
}

async function findObstacle(
  ctx: AccountContext,
  sender: Sender,
  { contact, now, recipientPhone }: ContactState & { recipientPhone: string },
): Promise<string | undefined> {
  try {
    checkCanSend(sender, contact, now)
    await checkMayContact(ctx, recipientPhone)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return faultOf(error).message
    throw error
  }
}
