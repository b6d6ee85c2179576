// Sends a freeform message within the 24-hour window.

import { isE164 } from '@parley/rules'
import { findChatappSender, type Sender } from '#server/features/senders/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import { windowAddress } from '../contacts/delivery-address.ts'
import { checkMayContact } from '../contacts/do-not-contact.ts'
import { OptedOut } from '../contacts/opt-out.ts'
import { findContactState } from '../contacts/store-contacts.ts'
import { checkMediaUrl, type LoadedMedia, loadMedia } from '../media/load-media.ts'
import type { Contact, SentMessage } from '../message/message.ts'
import { presentClosedSession } from '../message/present.ts'
import { entryFor } from '../message/sender-assistant.ts'
import { type Session, sessionOf } from '../message/window.ts'
import { composeFreeform } from './compose-freeform.ts'
import { type Dispatch, dispatch } from './dispatch.ts'
import { findSent } from './find-sent.ts'

export interface SendFreeformInput {
  senderId: number
  recipientPhone: string
  message: string | undefined
  mediaUrl: string | undefined
  filename: string | undefined
}

/** For each operation, a message is sent once, and later calls return the same response. */
export async function sendFreeform(
  ctx: AccountContext,
  input: SendFreeformInput,
  operation?: IdempotentOperation,
): Promise<SentMessage & { session: Session }> {
  if (!isE164(input.recipientPhone)) throw new Refusal('INVALID_PHONE')
  const { senderId, recipientPhone, mediaUrl } = input
  if (mediaUrl !== undefined) checkMediaUrl(ctx, mediaUrl)
  const recipient = { senderId, customerKey: phoneNumberKey(recipientPhone) }
  const [sender, { contact, customerKey, now }] = await Promise.all([
    findChatappSender(ctx.db, ctx.account.id, senderId),
    findContactState(ctx.db, ctx.account.id, { ...recipient, countUpTo: 0 }),
  ])
  if (!sender) throw new Refusal('SENDER_NOT_FOUND')
  // Checked first, because the window and the file may have changed since.
  const sentBefore = operation?.isResumed ? await findSent(ctx, operation.key) : undefined
  if (sentBefore) return { ...sentBefore, session: sessionAt(sentBefore.message.createdAt, contact) }
  const session = checkCanSend(sender, contact, now)
  await checkMayContact(ctx, recipientPhone)
  const entry = await entryFor(ctx, sender, contact)
  const media = mediaUrl === undefined ? undefined : await loadMedia(ctx, mediaUrl, input.filename)
  const sent = await dispatchFreeform(ctx, media, {
    sender,
    customerKey,
    address: windowAddress(contact, recipientPhone),
    name: null,
    checkedAt: now,
    content: composeFreeform(input.message, media),
    entry,
    effectKey: operation?.key,
  })
  return { ...(sent ?? (await findSent(ctx, operation!.key))!), session }
}

/** Deletes the file if no message was stored. */
async function dispatchFreeform(ctx: AccountContext, media: LoadedMedia | undefined, message: Dispatch) {
  const removeMedia = async () => media && (await ctx.files.remove(media.fileKey))
  try {
    const sent = await dispatch(ctx, message)
    if (!sent) await removeMedia()
    return sent
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INSUFFICIENT_BALANCE') await removeMedia()
    throw error
  }
}

const sessionAt = (time: Timestamp, contact: Contact | undefined): Session =>
  contact ? sessionOf(contact, time) : { state: 'none' }

/** Refuses with `SENDER_OFFLINE`, `SESSION_EXPIRED` and `optedOutCode`. */
export function checkCanSend(sender: Sender, contact: Contact | undefined, now: Timestamp): Session {
  const session = checkWindow(sender, contact, now)
  if (contact && contact.optedOutAt !== null) throw new OptedOut()
  return session
}

export function checkOnline({ status }: Sender): void {
  if (status !== 'online') throw new Refusal('SENDER_OFFLINE', `Sender is not online. Current status: ${status}`)
}

const mustReplyFirst = 'The 24-hour messaging window is closed. Customer must reply first.'

/** Refuses with `SENDER_OFFLINE` and `SESSION_EXPIRED`. */
export function checkWindow(sender: Sender, contact: Contact | undefined, now: Timestamp): Session {
  checkOnline(sender)
  const session = sessionAt(now, contact)
  if (session.state === 'open') return session
  const message = session.state === 'expired' && session.mustReply ? mustReplyFirst : undefined
  throw new Refusal('SESSION_EXPIRED', message, { session_status: presentClosedSession(session) })
}
