// Applies the carrier's status updates to a sent message: a status only advances, and a failure returns the money.
import { actFor } from '#server/features/accounts/index.ts'
import { requestSync } from '#server/features/senders/index.ts'
import type { AccountContext, AppContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { toDate } from '#server/platform/time/timestamps.ts'
import type { FailureReason, StatusUpdate } from '#server/ports/carrier.ts'
import { closeWindow } from '../contacts/store-contacts.ts'
import { addInboxJob, type InboxRef } from '../inbox/inbox-job.ts'
import { type InboxEntry, reassignInboxEntry, takeInboxEntry } from '../inbox/store-inbox.ts'
import { combineStatuses, contradictsDelivery, isFailedStatus, statusesBefore } from '../message/delivery-status.ts'
import type { Message } from '../message/message.ts'
import { acceptMessage, addPartJob } from './accept-message.ts'
import { revertMessage } from './fail-message.ts'
import { sendReceipt } from './receipts.ts'
import { findMessageByExternalId, findMessageByUuid, lockParts, raiseStatus, recordFault } from './store.ts'

/** The template or the sender has a problem: a sync with the carrier shows which. */
const syncReasons: ReadonlySet<FailureReason> = new Set(['template_unavailable', 'sender_unavailable'])

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

/** If the outcomes of two messages with the same text were unknown, the id of one may be attached to the other. */
async function findOtherOwner(
  tx: Tx,
  { accountId, id, externalId }: Message,
  update: StatusUpdate,
): Promise<Message | undefined> {
  if (externalId === update.externalId) return undefined
  const owner = await findMessageByExternalId(tx.db, accountId, update.externalId)
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
      : await acceptMessage(tx, current, { externalId: update.externalId, status: 'accepted' }, undefined, reportedAt)
  if (message.state !== 'accepted' || message.externalId !== update.externalId) {
    tx.log.warn({ message: message.id }, 'ignored a status update with the id of another message')
    return
  }
  const { status, failureReason, errorCode, errorMessage } = update
  const fault = { failureReason, errorCode, errorMessage }
  if (contradictsDelivery(message.status, status)) return recordFault(tx.db, message.accountId, message.id, fault)
  const raised = await raiseStatus(tx.db, message, { status, before: statusesBefore(status), ...fault })
  if (!raised) return
  const head = isFailedStatus(raised.status) ? await handleFailure(tx, raised) : parts[0]!
  const nextIsWaiting = parts.some(({ part, state }) => part === raised.part + 1 && state === 'waiting')
  if (nextIsWaiting && ['sent', 'delivered', 'read'].includes(raised.status)) await addPartJob(tx, raised, 0)
  const before = combineStatuses(parts.map((part) => part.status))
  const after = combineStatuses(parts.map((part) => (part.id === raised.id ? raised.status : part.status)))
  if (before === after) return
  const { failureReason: reason, errorCode: code, errorMessage: words } = raised
  const reported = { failureReason: reason, errorCode: code, errorMessage: words }
  await sendReceipt(tx, { head: raised.part === 1 ? raised : head, status: after, ...reported, reportedAt })
}

/** Returns the first part of the message. */
async function handleFailure(tx: Tx, failed: Message): Promise<Message> {
  const { accountId, senderId, customerKey, failureReason, kind, createdAt } = failed
  const head = await revertMessage(tx, failed)
  if (failureReason === 'outside_window' && kind === 'freeform')
    await closeWindow(tx.db, accountId, { senderId, customerKey, at: createdAt })
  if (failureReason !== null && syncReasons.has(failureReason)) await requestSync(tx)
  return head
}
