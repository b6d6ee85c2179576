// What the carrier tells of a message that we sent: its status only rises, and a failure gives the money back.
import { actFor } from '#server/features/accounts/index.ts'
import { requestSync } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { StatusUpdate } from '#server/ports/carrier.ts'
import { closeWindow } from '../contacts/store-contacts.ts'
import { addInboxJob, type InboxRef } from '../inbox/inbox-job.ts'
import { type InboxEntry, passEntryOn, takeInboxEntry } from '../inbox/store-inbox.ts'
import { combineStatuses, contradictsDelivery, isFailedStatus, statusesBefore } from '../message/delivery-status.ts'
import type { Message } from '../message/message.ts'
import { refund } from './fail-message.ts'
import { addPartJob } from './part-job.ts'
import { sendReceipt } from './receipts.ts'
import { findMessageBySid, findMessageByUuid, lockParts, raiseStatus, recordFault } from './store.ts'
import { accept } from './submit-to-carrier.ts'

/** The carrier refused a freeform message outside of the 24-hour window. */
const outsideWindowCode = 63016
/** The template was rejected, paused or disabled. */
const templateErrorCodes: readonly number[] = [63040, 63041, 63042]
/** The sender itself has a problem, which its status will show. */
const senderErrorCodes: readonly number[] = [63001, 63020, 63051, 63112, 30002]

/** Works off all that was told of one message; `subject` is its uuid. */
export async function applyStatusUpdate(context: AppContext, { subject }: InboxRef): Promise<void> {
  const message = await findMessageByUuid(context.db, subject)
  const ctx = message && (await actFor(context, message.accountId))
  if (!ctx) return
  let hasMore = true
  while (hasMore) hasMore = await applyNext(ctx, message)
}

/** True when more waits. */
function applyNext(ctx: AccountContext, message: Message): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const parts = await lockParts(tx.db, message.accountId, message.headUuid)
    const entry = await takeInboxEntry<StatusUpdate>(tx.db, message.uuid)
    const current = parts.find(({ id }) => id === message.id)
    const namesake = entry && current && (await namesakeOf(tx, current, entry.news))
    if (namesake) await handOn(tx, entry, namesake)
    else if (entry && current) await apply(tx, entry, current, parts)
    return entry !== undefined && !entry.isLast
  })
}

/** When two of the same text were in doubt, the one that was looked for first may have the other's sid. It keeps it. */
async function namesakeOf(tx: Tx, { accountId, id, sid }: Message, news: StatusUpdate): Promise<Message | undefined> {
  if (sid === news.sid) return undefined
  const holder = await findMessageBySid(tx.db, accountId, news.sid)
  return holder?.id === id ? undefined : holder
}

async function handOn(tx: Tx, entry: InboxEntry<StatusUpdate>, { uuid }: Message): Promise<void> {
  await passEntryOn(tx.db, entry.id, uuid)
  await addInboxJob(tx, uuid)
}

async function apply(
  tx: Tx,
  { news, receivedAt }: InboxEntry<StatusUpdate>,
  current: Message,
  parts: readonly Message[],
): Promise<void> {
  const reportedAt = toDate(receivedAt)
  // News may come before the answer to the sending, or in its place.
  const message =
    current.state === 'accepted'
      ? current
      : await accept(tx, current, { sid: news.sid, status: 'accepted' }, undefined, reportedAt)
  if (message.state !== 'accepted' || message.sid !== news.sid) {
    tx.log.warn({ message: message.id }, 'the carrier told of a message by another id')
    return
  }
  const fault = { errorCode: news.errorCode, errorMessage: news.errorMessage }
  if (contradictsDelivery(message.status, news.status)) return recordFault(tx.db, message.accountId, message.id, fault)
  const raised = await raiseStatus(tx.db, message, {
    status: news.status,
    before: statusesBefore(news.status),
    ...fault,
  })
  if (!raised) return
  const head = isFailedStatus(raised.status) ? await fail(tx, raised) : parts[0]!
  if (!isFailedStatus(raised.status) && isBeyondQueue(raised)) await hurryParts(tx, parts, raised)
  await tellOfWhole(tx, parts, { raised, head, reportedAt })
}

async function fail(tx: Tx, failed: Message): Promise<Message> {
  const { accountId, senderId, customerKey, errorCode, kind, createdAt } = failed
  const head = await refund(tx, failed)
  if (errorCode === outsideWindowCode && kind === 'freeform')
    await closeWindow(tx.db, accountId, { senderId, customerKey, at: createdAt })
  if (errorCode !== null && [...templateErrorCodes, ...senderErrorCodes].includes(errorCode)) await requestSync(tx)
  return head
}

const isBeyondQueue = ({ status }: Message): boolean => ['sent', 'delivered', 'read'].includes(status)

/** The next part need not wait any longer. */
async function hurryParts(tx: Tx, parts: readonly Message[], raised: Message): Promise<void> {
  const waits = parts.some(({ part, state }) => part === raised.part + 1 && state === 'waiting')
  if (waits) await addPartJob(tx, raised, 0)
}

async function tellOfWhole(
  tx: Tx,
  parts: readonly Message[],
  { raised, head, reportedAt }: { raised: Message; head: Message; reportedAt: Date },
): Promise<void> {
  const before = combineStatuses(parts.map(({ status }) => status))
  const after = combineStatuses(parts.map((part) => (part.id === raised.id ? raised.status : part.status)))
  if (before === after) return
  const { errorCode, errorMessage } = raised
  const known = raised.part === 1 ? raised : head
  await sendReceipt(tx, { head: known, status: after, errorCode, errorMessage, reportedAt })
}
