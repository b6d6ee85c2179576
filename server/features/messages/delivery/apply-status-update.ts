// Applies the carrier's status updates to a sent message: a status only advances, and a failure returns the money.
import { actFor } from '#server/features/accounts/index.ts'
import { requestSync } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { StatusUpdate } from '#server/ports/carrier.ts'
import { closeWindow } from '../contacts/store-contacts.ts'
import { addInboxJob, type InboxRef } from '../inbox/inbox-job.ts'
import { type InboxEntry, reassignInboxEntry, takeInboxEntry } from '../inbox/store-inbox.ts'
import { combineStatuses, contradictsDelivery, isFailedStatus, statusesBefore } from '../message/delivery-status.ts'
import type { Message } from '../message/message.ts'
import { acceptMessage, addPartJob } from './accept-message.ts'
import { revertMessage } from './fail-message.ts'
import { sendReceipt } from './receipts.ts'
import { findMessageBySid, findMessageByUuid, lockParts, raiseStatus, recordFault } from './store.ts'

/** The carrier rejected a freeform message because it was sent outside the 24-hour window. */
const outsideWindowCode = 63016
/** The template is rejected, paused or disabled, or the sender has a problem: a sync with the carrier shows which. */
const syncCodes: readonly number[] = [63040, 63041, 63042, 63001, 63020, 63051, 63112, 30002]

/** Applies all waiting updates of one message; `subject` is its UUID. */
export async function applyStatusUpdate(context: AppContext, { subject }: InboxRef): Promise<void> {
  const message = await findMessageByUuid(context.db, subject)
  const ctx = message && (await actFor(context, message.accountId))
  if (!ctx) return
  let hasMore = true
  while (hasMore) hasMore = await applyNext(ctx, message)
}

/** Returns whether further updates wait. */
function applyNext(ctx: AccountContext, message: Message): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const parts = await lockParts(tx.db, message.accountId, message.headUuid)
    const entry = await takeInboxEntry<StatusUpdate>(tx.db, message.uuid)
    const current = parts.find(({ id }) => id === message.id)
    if (!entry || !current) return entry !== undefined && !entry.isLast
    const owner = await findOtherOwner(tx, current, entry.payload)
    if (owner) {
      await reassignInboxEntry(tx.db, entry.id, owner.uuid)
      await addInboxJob(tx, owner.uuid)
    } else {
      await apply(tx, entry, current, parts)
    }
    return !entry.isLast
  })
}

/** If the outcomes of two messages with the same text were unknown, the SID of one may be attached to the other. */
async function findOtherOwner(
  tx: Tx,
  { accountId, id, sid }: Message,
  update: StatusUpdate,
): Promise<Message | undefined> {
  if (sid === update.sid) return undefined
  const owner = await findMessageBySid(tx.db, accountId, update.sid)
  return owner?.id === id ? undefined : owner
}

async function apply(
  tx: Tx,
  { payload: update, receivedAt }: InboxEntry<StatusUpdate>,
  current: Message,
  parts: readonly Message[],
): Promise<void> {
  const reportedAt = toDate(receivedAt)
  // An update may arrive before the response to the send request, or instead of it.
  const message =
    current.state === 'accepted'
      ? current
      : await acceptMessage(tx, current, { sid: update.sid, status: 'accepted' }, undefined, reportedAt)
  if (message.state !== 'accepted' || message.sid !== update.sid) {
    tx.log.warn({ message: message.id }, 'ignored a status update with the SID of another message')
    return
  }
  const { status, errorCode, errorMessage } = update
  const fault = { errorCode, errorMessage }
  if (contradictsDelivery(message.status, status)) return recordFault(tx.db, message.accountId, message.id, fault)
  const raised = await raiseStatus(tx.db, message, { status, before: statusesBefore(status), ...fault })
  if (!raised) return
  const head = isFailedStatus(raised.status) ? await handleFailure(tx, raised) : parts[0]!
  const nextIsWaiting = parts.some(({ part, state }) => part === raised.part + 1 && state === 'waiting')
  if (nextIsWaiting && ['sent', 'delivered', 'read'].includes(raised.status)) await addPartJob(tx, raised, 0)
  const before = combineStatuses(parts.map((part) => part.status))
  const after = combineStatuses(parts.map((part) => (part.id === raised.id ? raised.status : part.status)))
  if (before === after) return
  const receipt = { status: after, errorCode: raised.errorCode, errorMessage: raised.errorMessage, reportedAt }
  await sendReceipt(tx, { head: raised.part === 1 ? raised : head, ...receipt })
}

/** Returns the first part of the message. */
async function handleFailure(tx: Tx, failed: Message): Promise<Message> {
  const { accountId, senderId, customerKey, errorCode, kind, createdAt } = failed
  const head = await revertMessage(tx, failed)
  if (errorCode === outsideWindowCode && kind === 'freeform')
    await closeWindow(tx.db, accountId, { senderId, customerKey, at: createdAt })
  if (errorCode !== null && syncCodes.includes(errorCode)) await requestSync(tx)
  return head
}
