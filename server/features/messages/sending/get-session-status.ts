// Returns whether a sender may send freeform messages to a customer.
import { findConversationIdentity } from '#server/features/conversations/index.ts'
import { findSender, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { customerKeyOf, isE164 } from '../contacts/phone.ts'
import { type ContactState, findContactState } from '../contacts/store-contacts.ts'
import type { Contact } from '../message/message.ts'
import { type Session, sessionOf } from '../message/window.ts'
import { checkCanSend, faultOf } from './send-freeform.ts'

export interface SessionStatus {
  contact: Contact | undefined
  conversation: { id: number; uuid: string; contact: Contact } | undefined
  session: Session
  /** The reason why a freeform message would be refused even though the window is open. */
  hindrance: string | undefined
}

/** Refuses with `INVALID_PHONE` and `SENDER_NOT_FOUND`. */
export async function getSessionStatus(
  ctx: AccountContext,
  { senderId, recipientPhone }: { senderId: number; recipientPhone: string },
): Promise<SessionStatus> {
  if (!isE164(recipientPhone)) throw new Refusal('INVALID_PHONE')
  const customerKey = customerKeyOf(recipientPhone)
  const [sender, contactState] = await Promise.all([
    findSender(ctx.db, ctx.account.id, senderId),
    findContactState(ctx.db, ctx.account.id, { senderId, customerKey, countUpTo: 0 }),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  const { contact, now } = contactState
  const session: Session = contact ? sessionOf(contact, now) : { state: 'none' }
  const hindrance = session.state === 'open' ? findHindrance(sender, contactState) : undefined
  const id = contact?.conversationId
  const identity = id ? await findConversationIdentity(ctx.db, ctx.account.id, id) : undefined
  const conversation = contact && id && identity ? { id, uuid: identity.uuid, contact } : undefined
  return { contact, conversation, session, hindrance }
}

function findHindrance(sender: Sender, { contact, now }: ContactState): string | undefined {
  try {
    checkCanSend(sender, contact, now)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return faultOf(error).message
    throw error
  }
}
