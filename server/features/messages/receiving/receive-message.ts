// Receives customers' messages, in order: the steps from the inbox of the carrier to the scheduled answer.
import { actFor } from '#server/features/accounts/index.ts'
import { hasOptedOut, selectOptOutWords } from '#server/features/consents/index.ts'
import { findPhoneNumberAtCarrier } from '#server/features/phone-numbers/index.ts'
import { findSenderByNumber, findSmsSender, type Sender } from '#server/features/senders/index.ts'
import type { AppContext, AppTx, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { InboundMessage } from '#server/ports/carrier.ts'
import { addAnswerJob } from '../answering/answer-customer.ts'
import { addConfirmJob } from '../answering/confirm-opt-out.ts'
import { applyOptOut } from '../contacts/do-not-contact.ts'
import { type HeardRequest, hearRequest, isAnsweredByCarrier, isStartWord } from '../contacts/opt-out.ts'
import { claimHelp } from '../contacts/store-contacts.ts'
import type { InboxRef } from '../inbox/inbox-job.ts'
import { takeInboxEntry } from '../inbox/store-inbox.ts'
import { isReaction } from './inbound-text.ts'
import { type Received, readReceived, recordReceived, type Saved } from './record-received.ts'
import { saveContact, saveMedia, saveMessage } from './save-received.ts'
import { announceMessage } from './send-message-webhook.ts'

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
    const { payload: inbound, receivedAt: at } = entry
    const sender = await findReceiver(appTx, inbound)
    const tx = sender && (await actFor(appTx, sender.accountId))
    if (tx) await receive(tx, { sender, inbound, at })
    else context.log.warn({ externalId: inbound.externalId }, 'ignored a message to a number that no account has')
    return !entry.isLast
  })
}

async function findReceiver({ db }: AppTx, inbound: InboundMessage): Promise<Sender | undefined> {
  const at = { carrierAccountId: inbound.carrierAccountId, phoneNumber: inbound.to }
  if (inbound.channel === 'chatapp') return findSenderByNumber(db, at)
  const number = await findPhoneNumberAtCarrier(db, at)
  return number && findSmsSender(db, number)
}

async function receive(tx: Tx, message: Pick<Received, 'sender' | 'inbound' | 'at'>): Promise<void> {
  const received = await readReceived(tx, message)
  const recorded = await recordReceived(tx, received)
  const saved = await saveMessage(tx, received, recorded)
  await announceMessage(tx, saved)
  if (isReaction(message.inbound)) return
  const heard = await hear(tx, saved)
  const optOut = heard?.asks === 'help' ? undefined : heard?.asks
  const afterMs = await saveContact(tx, saved, optOut)
  await saveMedia(tx, saved)
  await scheduleAnswer(tx, saved, { heard, afterMs })
}

/** Returns what the customer asks for, if the message is such a request, and applies an opt-out. */
async function hear(tx: Tx, { id, inbound, contact }: Saved): Promise<HeardRequest | undefined> {
  const own = await selectOptOutWords(tx.db, tx.account.id)
  const isOptIn = isStartWord(inbound.body) && (await hasOptedOut(tx, inbound.from))
  const heard = hearRequest(inbound, contact, own) ?? (isOptIn ? { asks: 'start', languages: [] } : undefined)
  if (heard && heard.asks !== 'help')
    await applyOptOut(tx, { address: inbound.from, optOut: heard.asks, inboundId: id })
  return heard
}

async function scheduleAnswer(
  tx: Tx,
  { id, inbound, contact, contactKey, recorded }: Saved,
  { heard, afterMs }: { heard: HeardRequest | undefined; afterMs: number },
): Promise<void> {
  if (!recorded || (heard && isAnsweredByCarrier(inbound))) return
  const ref = { accountId: tx.account.id, conversationId: recorded.conversationId }
  if (heard === undefined) {
    if (recorded.assistantId !== null) await addAnswerJob(tx, ref, afterMs)
    return
  }
  const { asks, languages } = heard
  const isNews =
    asks === 'help'
      ? recorded.assistantId !== null && (await claimHelp(tx.db, tx.account.id, contactKey))
      : asks === 'start' || contact === undefined || contact.optedOutAt === null
  if (isNews) await addConfirmJob(tx, { ...ref, inboundId: id, asks, languages })
}
