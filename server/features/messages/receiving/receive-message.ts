// A message of a customer: stored once, in its order, told to the conversation; then the assistant is to answer.
import { actFor } from '#server/features/accounts/index.ts'
import { type Assistant, findAssistant } from '#server/features/assistants/index.ts'
import { assignAssistant, recordForCustomer } from '#server/features/conversations/index.ts'
import { findSenderByNumber, type Sender } from '#server/features/senders/index.ts'
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import { addAnswerJob } from '../answering/answer-job.ts'
import { addConfirmJob } from '../answering/confirm-job.ts'
import { type OptOut, parseOptOut } from '../contacts/opt-out.ts'
import { customerKeyOf } from '../contacts/phone.ts'
import { type ContactState, findContactState, saveInboundContact } from '../contacts/store-contacts.ts'
import { attachUnassigned } from '../history/attach-unassigned.ts'
import { filesGoodForSeconds } from '../history/load-channel-summary.ts'
import { insertInbound } from '../history/store-inbound.ts'
import type { InboxRef } from '../inbox/inbox-job.ts'
import { takeInboxEntry } from '../inbox/store-inbox.ts'
import { mediaJob } from '../media/fetch-inbound-media.ts'
import { insertInboundMedia, type MediaOfMessage } from '../media/store-media.ts'
import { messageStatuses } from '../message/metrics.ts'
import { customerOf } from '../sending/dispatch.ts'
import { inboundText, isReaction } from './inbound-text.ts'
import { announceMessage, isAnnounced } from './send-message-webhook.ts'

/** Works off all that came between two numbers. */
export async function receiveMessages(context: AppContext, { subject }: InboxRef): Promise<void> {
  let hasMore = true
  while (hasMore) hasMore = await receiveNext(context, subject)
}

/** True when more waits. Numbers are read from what is said, not from `subject`: that one only orders. */
async function receiveNext(context: AppContext, subject: string): Promise<boolean> {
  return transaction(context, async (worldTx) => {
    const entry = await takeInboxEntry<InboundMessage>(worldTx.db, subject)
    if (!entry) return false
    const { accountSid: carrierAccountSid, news, receivedAt } = entry
    const sender = await findSenderByNumber(worldTx.db, { carrierAccountSid, phoneNumber: news.to })
    const ctx = sender && (await actFor(worldTx, sender.accountId))
    if (ctx) await receive(ctx, sender, news, receivedAt)
    else context.log.warn({ sid: news.sid }, 'a message came to a number that is no sender')
    return !entry.isLast
  })
}

/** A customer who types on puts the answer off, but not for longer than so many pauses. */
const mostPauses = 5

async function receive(tx: Tx, sender: Sender, news: InboundMessage, at: Timestamp): Promise<void> {
  const { id: accountId } = tx.account
  const customerKey = customerKeyOf(news.from)
  const key = { senderId: sender.id, customerKey }
  const known = await findContactState(tx.db, accountId, { ...key, countUpTo: 0 })
  const text = inboundText(news)
  const recorded = await record(tx, sender, known, { customerKey, news, text })
  const uuid = tx.newId()
  const inboundId = await insertInbound(tx.db, accountId, {
    ...key,
    uuid,
    address: news.from,
    body: text,
    conversationId: recorded?.conversationId ?? null,
    conversationMessageId: recorded?.messageId ?? null,
    carrierAccountSid: news.accountSid,
    sid: news.sid,
    buttonPayload: news.buttonPayload,
    repliedToSid: news.repliedToSid,
    at,
  })
  if (inboundId === undefined) throw new Error('An inbound message was stored before its inbox entry was worked off.')
  tx.countEvent(messageStatuses, 'received')
  const tokens = news.media.map(() => tx.newId())
  const customerName = known.contact?.givenName ?? news.profileName ?? known.contact?.name ?? null
  await announceMessage(tx, sender, { id: inboundId, uuid, news, text, customerName, tokens, recorded, at })
  if (isReaction(news)) return
  const optOut = parseOptOut(news, known.contact)
  const pauseMs = tx.settings.inboundPauseMs
  const leftMs = await saveInboundContact(tx.db, accountId, {
    ...key,
    address: news.from,
    profileName: news.profileName,
    conversationId: recorded?.conversationId ?? null,
    inboundId,
    at,
    optOut,
    answerWithinMs: pauseMs * mostPauses,
  })
  if (news.media.length > 0) {
    const of = { messageId: inboundId, conversationId: recorded?.conversationId ?? null }
    const media = news.media.map((one, index) => ({ ...one, token: tokens[index]! }))
    await keepMedia(tx, { ...of, media, goodForSeconds: isAnnounced(sender) ? filesGoodForSeconds : null })
  }
  // What the carrier has read as such a word it has answered.
  if (!recorded || news.optOutType !== null) return
  const { conversationId, assistantId } = recorded
  if (optOut === undefined && assistantId === null) return
  if (optOut === undefined) await addAnswerJob(tx, { accountId, conversationId }, Math.min(pauseMs, leftMs))
  else if (changesAnything(optOut, known)) await addConfirmJob(tx, { accountId, conversationId, inboundId })
}

const changesAnything = (optOut: OptOut, { contact }: ContactState): boolean =>
  optOut === 'start' || contact === undefined || contact.optedOutAt === null

/**
 * Undefined for a reaction before there is a conversation. Without an assistant the message waits in the conversation
 * for a person, until the sender has an assistant.
 */
async function record(
  tx: Tx,
  sender: Sender,
  { contact }: ContactState,
  { customerKey, news, text }: { customerKey: string; news: InboundMessage; text: string },
) {
  const hasConversation = contact !== undefined && contact.conversationId !== null
  if (!hasConversation && isReaction(news)) return undefined
  const assistant = hasConversation ? undefined : await findAssistantOf(tx, sender)
  const name = contact?.givenName ?? news.profileName
  const customer = customerOf(sender, { customerKey, address: news.from, name })
  const recorded = await recordForCustomer(tx, {
    customer,
    assistantId: assistant?.id ?? null,
    timeoutMinutes: assistant?.conversationInactivityTimeoutMinutes,
    author: 'customer',
    text,
    costMicros: 0,
  })
  await attachUnassigned(tx, { senderId: sender.id, customerKey }, recorded)
  if (recorded.assistantId !== null || !hasConversation) return recorded
  const newAssistant = await findAssistantOf(tx, sender)
  if (!newAssistant) return recorded
  await assignAssistant(tx.db, tx.account.id, { conversationId: recorded.conversationId, assistantId: newAssistant.id })
  return { ...recorded, assistantId: newAssistant.id }
}

const findAssistantOf = async (tx: Tx, { assistantId }: Sender): Promise<Assistant | undefined> =>
  assistantId === null ? undefined : findAssistant(tx.db, tx.account.id, assistantId)

async function keepMedia(tx: Tx, media: MediaOfMessage): Promise<void> {
  const ids = await insertInboundMedia(tx.db, tx.account.id, media)
  for (const mediaId of ids) await tx.addJob(mediaJob, { accountId: tx.account.id, mediaId })
}
