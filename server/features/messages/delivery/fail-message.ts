// Fails a message: returns its money and reverts its other effects.
import { credit, release } from '#server/features/billing/index.ts'
import { voidMessage } from '#server/features/conversations/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import type { CarrierFault } from '#server/ports/carrier.ts'
import { recordOptOut } from '../contacts/store-contacts.ts'
import { channelOf, type Message } from '../message/message.ts'
import { sendReceipt } from './receipts.ts'
import { lockParts, markRefused, refuseWaitingParts, saveCharge, undoTemplate } from './store.ts'

/** For a message that was certainly not sent. Does nothing if the carrier has accepted it after all. */
export async function failMessage(tx: Tx, message: Message, fault: CarrierFault): Promise<void> {
  const refused = await markRefused(tx.db, { ...message, ...fault })
  if (!refused) return
  const head = await revertMessage(tx, refused)
  // Without a reason, the carrier did not report the failure.
  const reportedAt = fault.failureReason === null ? null : tx.now()
  await sendReceipt(tx, { head, status: 'failed', ...fault, reportedAt })
}

/**
 * Reverts the whole message, whichever part failed: releases its hold or refunds its charge, once, and cancels the
 * waiting parts. Returns the first part.
 */
export async function revertMessage(tx: Tx, failed: Message): Promise<Message> {
  const { accountId, headUuid } = failed
  const head = failed.part === 1 ? failed : (await lockParts(tx.db, accountId, headUuid))[0]!
  await refuseWaitingParts(tx.db, accountId, headUuid)
  const { ledgerRef, chargedMicros, priceMicros, conversationMessageId } = head
  if (ledgerRef !== null && chargedMicros > 0) {
    await credit(tx, {
      kind: `${channelOf(head)}-refund`,
      ref: `refund:${ledgerRef}`,
      amountMicros: chargedMicros,
      refundOf: ledgerRef,
    })
    await saveCharge(tx.db, accountId, head.id, 0)
  } else if (ledgerRef !== null) {
    await release(tx, ledgerRef)
  }
  if (conversationMessageId !== null)
    await voidMessage(tx.db, tx.account.id, { messageId: conversationMessageId, costMicros: priceMicros })
  // Sending locks in the same order: balance, conversation, contact.
  if (failed.kind === 'template') await undoTemplate(tx.db, accountId, failed.id)
  const { senderId, customerKey, failureReason, createdAt: at } = failed
  const marketingOnly = failureReason === 'opted_out_of_marketing'
  if (marketingOnly || failureReason === 'opted_out')
    await recordOptOut(tx.db, accountId, { senderId, customerKey, at, marketingOnly })
  return head
}
