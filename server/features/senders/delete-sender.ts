// Deletes a sender; its row is kept for its conversations.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { markSenderDeleted } from './sender/store.ts'

/** Refuses with `SENDER_NOT_FOUND`. */
export function deleteSender(ctx: AccountContext, id: number): Promise<void> {
  return transaction(ctx, async (tx) => {
    if (!(await markSenderDeleted(tx.db, tx.account.id, id))) throw new Refusal('SENDER_NOT_FOUND')
    await tx.emit('sender.changed', { accountId: tx.account.id, senderId: id, change: 'deleted' })
  })
}
