// Asking whether a sender may write freely to a customer.
import { findConversationIdentity } from '#server/features/conversations/index.ts'
import { findSender, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { customerKeyOf, isE164 } from '../contacts/phone.ts'
import { type ContactState, findContactState } from '../contacts/store-contacts.ts'
import type { Contact } from '../message/message.ts'
import { type Session, sessionOf } from '../message/window.ts'
import { faultOf } from './fault.ts'
import { checkMaySend } from './send-freeform.ts'

export interface SessionStatus {
  contact: Contact | undefined
  conversation: { id: number; uuid: string; contact: Contact } | undefined
  session: Session
  /** What a freeform message would be refused for although the window is open. */
  hindrance: string | undefined
}

/** Refuses with `INVALID_PHONE` and `SENDER_NOT_FOUND`. */
export async function getSessionStatus(
  ctx: AccountContext,
  { senderId, recipientPhone }: { senderId: number; recipientPhone: string },
): Promise<SessionStatus> {
  if (!isE164(recipientPhone)) throw new Refusal('INVALID_PHONE')
  const customerKey = customerKeyOf(recipientPhone)
  const [sender, acquaintance] = await Promise.all([
    findSender(ctx.db, ctx.account.id, senderId),
    findContactState(ctx.db, ctx.account.id, { senderId, customerKey, countUpTo: 0 }),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  const { contact, now } = acquaintance
  const session: Session = contact ? sessionOf(contact, now) : { state: 'none' }
  const hindrance = session.state === 'open' ? findHindrance(sender, acquaintance) : undefined
  return { contact, conversation: await findConversation(ctx, contact), session, hindrance }
}

async function findConversation(
  ctx: AccountContext,
  contact: Contact | undefined,
): Promise<SessionStatus['conversation']> {
  const id = contact?.conversationId
  const identity = id ? await findConversationIdentity(ctx.db, ctx.account.id, id) : undefined
  return contact && id && identity ? { id, uuid: identity.uuid, contact } : undefined
}

function findHindrance(sender: Sender, { contact, now }: ContactState): string | undefined {
  try {
    checkMaySend(sender, contact, now)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return faultOf(error).message
    throw error
  }
}
