// A message came to nothing: its money goes back, and nothing counts that hung on it.
import { credit, release } from '#server/features/billing/index.ts'
import { voidMessage } from '#server/features/conversations/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { marketingOptOutCodes, optOutCodes } from '../contacts/opt-out.ts'
import { recordOptOut } from '../contacts/store-contacts.ts'
import type { CarrierFault, Message } from '../message/message.ts'
import { sendReceipt } from './receipts.ts'
import { clearCharge, lockParts, refuseMessage, undoTemplate } from './store.ts'
import { refuseWaiting } from './store-parts.ts'

/** It was certainly not sent. Nothing happens when the carrier turns out to have it. */
export async function failMessage(tx: Tx, message: Message, { errorCode, errorMessage }: CarrierFault): Promise<void> {
  const refused = await refuseMessage(tx.db, { ...message, errorCode, errorMessage })
  if (!refused) return
  const head = await refund(tx, refused)
  // A failure without the carrier's number was found by us.
  const reportedAt = errorCode === null ? null : tx.now()
  await sendReceipt(tx, { head, status: 'failed', errorCode, errorMessage, reportedAt })
}

/**
 * Of the whole message, whichever part failed: what was held is released, what was charged is credited, once. Returns
 * the head.
 */
export async function refund(tx: Tx, failed: Message): Promise<Message> {
  const { accountId, headUuid } = failed
  const head = failed.part === 1 ? failed : (await lockParts(tx.db, accountId, headUuid))[0]!
  await refuseWaiting(tx.db, accountId, headUuid)
  const { ledgerRef, chargedMicros, priceMicros, conversationMessageId } = head
  if (ledgerRef !== null && chargedMicros > 0) {
    await credit(tx, { kind: 'chatapp-refund', ref: `refund:${ledgerRef}`, amountMicros: chargedMicros })
    await clearCharge(tx.db, accountId, head.id)
  } else if (ledgerRef !== null) {
    await release(tx, ledgerRef)
  }
  if (conversationMessageId !== null)
    await voidMessage(tx.db, tx.account.id, { messageId: conversationMessageId, costMicros: priceMicros })
  // In the order in which sending takes them: balance, conversation, contact.
  if (failed.kind === 'template') await undoTemplate(tx.db, accountId, failed.id)
  await heedOptOut(tx, failed)
  return head
}

async function heedOptOut(
  tx: Tx,
  { accountId, senderId, customerKey, errorCode, createdAt: at }: Message,
): Promise<void> {
  const marketingOnly = marketingOptOutCodes.includes(errorCode ?? 0)
  if (marketingOnly || optOutCodes.includes(errorCode ?? 0))
    await recordOptOut(tx.db, accountId, { senderId, customerKey, at, marketingOnly })
}
