// Receives customers' messages: stores each in order, records it in the conversation, and schedules the answer.
import { actFor } from '#server/features/accounts/index.ts'
import { hasOptedOut } from '#server/features/consents/index.ts'
import { assignAssistant } from '#server/features/conversations/index.ts'
import { findPhoneNumberAtCarrier } from '#server/features/phone-numbers/index.ts'
import { findSenderByNumber, findSmsSender, type Sender } from '#server/features/senders/index.ts'
import type { AppContext, AppTx, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { phoneNumberKey } from '#server/platform/text/phone-number-forms.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import { addAnswerJob } from '../answering/answer-customer.ts'
import { addConfirmJob } from '../answering/confirm-opt-out.ts'
import { applyOptOut } from '../contacts/do-not-contact.ts'
import { isStartWord, parseOptOut } from '../contacts/opt-out.ts'
import { type ContactKey, findContactState, saveInboundContact } from '../contacts/store-contacts.ts'
import { recordForContact } from '../history/record-for-contact.ts'
import { insertInbound } from '../history/store-inbound.ts'
import type { InboxRef } from '../inbox/inbox-job.ts'
import { takeInboxEntry } from '../inbox/store-inbox.ts'
import { mediaJob } from '../media/fetch-inbound-media.ts'
import { insertInboundMedia } from '../media/store-media.ts'
import { messageStatuses } from '../message/delivery-status.ts'
import type { Contact } from '../message/message.ts'
import { countSegments } from '../message/segments.ts'
import { findAssistantOf } from '../message/sender-assistant.ts'
import { inboundText, isReaction } from './inbound-text.ts'
import { hasMessageWebhook, sendMessageWebhook } from './send-message-webhook.ts'

/** Receives all waiting messages between two numbers. */
export async function receiveMessages(context: AppContext, { subject }: InboxRef): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await receiveNext(context, subject)
}

/** Returns whether further messages wait. `subject` only orders messages; the numbers come from the message. */
async function receiveNext(context: AppContext, subject: string): Promise<boolean> {
  return transaction(context, async (appTx) => {
    const entry = await takeInboxEntry<InboundMessage>(appTx.db, subject)
    if (!entry) return false
    const { payload: inbound, receivedAt } = entry
    const sender = await findReceiver(appTx, inbound)
    const tx = sender && (await actFor(appTx, sender.accountId))
    if (tx) await receive(tx, sender, inbound, receivedAt)
    else context.log.warn({ sid: inbound.sid }, 'ignored a message to a number that no account has')
    return !entry.isLast
  })
}

async function findReceiver({ db }: AppTx, inbound: InboundMessage): Promise<Sender | undefined> {
  const at = { carrierAccountSid: inbound.accountSid, phoneNumber: inbound.to }
  if (inbound.channel === 'chatapp') return findSenderByNumber(db, at)
  const number = await findPhoneNumberAtCarrier(db, at)
  return number && findSmsSender(db, number)
}

/** Each further message delays the answer, up to this number of pauses in total. */
const maxPauses = 5

async function receive(tx: Tx, sender: Sender, inbound: InboundMessage, at: Timestamp): Promise<void> {
  const { id: accountId } = tx.account
  const contactKey = { senderId: sender.id, customerKey: phoneNumberKey(inbound.from) }
  const { contact } = await findContactState(tx.db, accountId, { ...contactKey, countUpTo: 0 })
  const text = inboundText(inbound)
  const recorded = await record(tx, sender, contact, { contactKey, inbound, text })
  const conversationId = recorded?.conversationId ?? null
  const uuid = tx.newId()
  const conversationMessageId = recorded?.messageId ?? null
  const segments = inbound.channel === 'sms' ? countSegments(inbound.body) : null
  const stored = { ...contactKey, uuid, inbound, text, conversationId, conversationMessageId, at, segments }
  const inboundId = await insertInbound(tx.db, accountId, stored)
  if (inboundId === undefined) throw new Error('An inbound message was stored before its inbox entry was processed.')
  tx.countEvent(messageStatuses, 'received')
  const tokens = inbound.media.map(() => tx.newId())
  const customerName = contact?.givenName ?? inbound.profileName ?? contact?.name ?? null
  await tx.emit('message.received', { accountId, messageId: inboundId, conversationId })
  await sendMessageWebhook(tx, sender, { id: inboundId, uuid, inbound, text, customerName, tokens, recorded, at })
  if (isReaction(inbound)) return
  const isOptIn = isStartWord(inbound.body) && (await hasOptedOut(tx, inbound.from))
  const optOut = parseOptOut(inbound, contact) ?? (isOptIn ? 'start' : undefined)
  if (optOut) await applyOptOut(tx, { address: inbound.from, optOut, inboundId })
  const pauseMs = tx.settings.inboundPauseMs
  const leftMs = await saveInboundContact(tx.db, accountId, {
    ...contactKey,
    address: inbound.from,
    profileName: inbound.profileName,
    conversationId,
    inboundId,
    at,
    optOut,
    answerWithinMs: pauseMs * maxPauses,
  })
  if (inbound.media.length > 0) {
    const mediaIds = await insertInboundMedia(tx.db, accountId, {
      messageId: inboundId,
      conversationId,
      media: inbound.media.map((item, index) => ({ ...item, token: tokens[index]! })),
      isShared: hasMessageWebhook(sender),
    })
    for (const mediaId of mediaIds) await tx.addJob(mediaJob, { accountId, mediaId })
  }
  // The carrier itself replies to a keyword that it detects, and to those of an SMS even without reporting it.
  if (!recorded || inbound.optOutType !== null || (optOut && inbound.channel === 'sms')) return
  const ref = { accountId, conversationId: recorded.conversationId }
  if (optOut === undefined) {
    if (recorded.assistantId !== null) await addAnswerJob(tx, ref, Math.min(pauseMs, leftMs))
  } else if (optOut === 'start' || contact === undefined || contact.optedOutAt === null) {
    await addConfirmJob(tx, { ...ref, inboundId })
  }
}

/**
 * Returns undefined for a reaction without a conversation. Without an assistant, the message waits in the conversation
 * for an agent, until the sender gets an assistant.
 */
async function record(
  tx: Tx,
  sender: Sender,
  contact: Contact | undefined,
  { contactKey, inbound, text }: { contactKey: ContactKey; inbound: InboundMessage; text: string },
) {
  const hasConversation = contact !== undefined && contact.conversationId !== null
  if (!hasConversation && isReaction(inbound)) return undefined
  const assistant = hasConversation ? undefined : await findAssistantOf(tx, sender)
  const name = contact?.givenName ?? inbound.profileName
  const customer = { ...contactKey, channel: sender.channel, address: inbound.from, name }
  const recorded = await recordForContact(tx, customer, {
    assistantId: assistant?.id ?? null,
    timeoutMinutes: assistant?.conversationInactivityTimeoutMinutes,
    author: 'customer',
    text,
    costMicros: 0,
  })
  if (recorded.assistantId !== null || !hasConversation) return recorded
  const newAssistant = await findAssistantOf(tx, sender)
  if (!newAssistant) return recorded
  await assignAssistant(tx.db, tx.account.id, { conversationId: recorded.conversationId, assistantId: newAssistant.id })
  return { ...recorded, assistantId: newAssistant.id }
}
