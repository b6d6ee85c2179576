// Records that the carrier accepted a message: charges it, schedules the next part and sends the status webhook.
import { type Purpose, settle } from '#server/features/billing/index.ts'
import { restoreMessage } from '#server/features/conversations/index.ts'
import type { Sender } from '#server/features/senders/index.ts'
import type { AccountContext, AppTx, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CarrierMessage, CarrierStatus } from '#server/ports/carrier.ts'
import { storeStatusUpdate } from '../inbox/store-inbox.ts'
import { deliveryStatusOf, isFailedStatus, statusesBefore } from '../message/delivery-status.ts'
import { channelOf, type Message } from '../message/message.ts'
import { sendReceipt } from './receipts.ts'
import { type AcceptedMessage, findMessage, markAccepted, saveCharge } from './store.ts'

/** The carrier does not keep the order of parts that it has at the same time. A status update usually comes sooner. */
const betweenPartsMs = 2_500

/** Returns the current message, which is unchanged if it was accepted before or another message has the id. */
export async function acceptMessage(
  tx: Tx,
  message: Pick<Message, 'accountId' | 'id'>,
  { externalId, status }: { externalId: string; status: CarrierStatus },
  sender?: Sender,
  reportedAt: Date = tx.now(),
): Promise<Message> {
  const accepted = await markAccepted(tx.db, message, { externalId, status, before: statusesBefore(status) })
  if (!accepted) return (await findMessage(tx.db, message.accountId, message.id))!
  const { ledgerRef, priceMicros, conversationMessageId, failureReason, errorCode, errorMessage } = accepted
  if (ledgerRef !== null && priceMicros > 0) {
    const chargedMicros = await settle(tx, {
      kind: `${channelOf(accepted)}-message`,
      ref: ledgerRef,
      amountMicros: priceMicros,
      purpose: purposeOf(accepted),
    })
    if (chargedMicros < priceMicros) await saveCharge(tx.db, accepted.accountId, accepted.id, chargedMicros)
  }
  if (accepted.wasRefused && accepted.part === 1 && conversationMessageId !== null)
    await restoreMessage(tx.db, tx.account.id, { messageId: conversationMessageId, costMicros: priceMicros })
  if (accepted.hasWaitingParts) await addPartJob(tx, accepted, betweenPartsMs)
  // The acceptance of further parts does not change the combined status.
  if (accepted.part === 1) {
    const receipt = { status: deliveryStatusOf(accepted.status), failureReason, errorCode, errorMessage, reportedAt }
    await sendReceipt(tx, { head: accepted, ...receipt }, sender)
  }
  return accepted
}

function purposeOf(head: AcceptedMessage): Purpose {
  const { id: messageId, assistantId, campaignId, conversationId, allSegments: segments } = head
  return { channel: channelOf(head), assistantId, campaignId, conversationId, messageId, messages: 1, segments }
}

/** A failed message that was found at the carrier is treated like a failure that the carrier reported. */
export async function acceptFoundMessage(
  ctx: AccountContext,
  message: Message,
  found: CarrierMessage,
  sender?: Sender,
): Promise<Message> {
  const { externalId, status, failureReason, errorCode, errorMessage } = found
  const { carrierAccountId, uuid } = message
  return transaction(ctx, async (tx) => {
    if (!isFailedStatus(status)) return acceptMessage(tx, message, found, sender)
    const fault = { failureReason, errorCode, errorMessage }
    await storeStatusUpdate(tx, uuid, { externalId, carrierAccountId, status, ...fault, eventType: null })
    return acceptMessage(tx, message, { externalId, status: 'accepted' }, sender)
  })
}

export interface PartRef {
  accountId: number
  headUuid: string
  part: number
}

export const partJob: JobSpec<PartRef> = { name: 'messages.send-part', waitsOutside: true }

/** Schedules the part after the given one. Each part has one job, which the latest call reschedules. */
export async function addPartJob(
  tx: Pick<AppTx, 'addJob' | 'now'>,
  { accountId, headUuid, part }: Pick<Message, 'accountId' | 'headUuid' | 'part'>,
  afterMs: number,
): Promise<void> {
  const ref = { accountId, headUuid, part: part + 1 }
  const key = `chatapp-part:${accountId}:${headUuid}:${ref.part}`
  await tx.addJob(partJob, ref, { key, runAt: new Date(tx.now().getTime() + afterMs) })
}
