// Stores a new conversation and announces it.
import { identifyContact } from '#server/features/contacts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { addressesOf } from './customer-addresses.ts'
import { insertConversation, type NewConversation } from './store.ts'

/** Returns false if the customer already has a conversation of this type, or the UUID exists. */
export function openConversation(context: AppContext, accountId: number, added: NewConversation): Promise<boolean> {
  return transaction(context, async (tx) => {
    const conversationId = await insertConversation(tx.db, accountId, added)
    if (conversationId === undefined) return false
    const { uuid: conversationUuid, assistantId, type } = added
    const addresses = addressesOf(added)
    if (addresses.length > 0) await identifyContact({ ...tx, account: { id: accountId } }, { addresses })
    await tx.emit('conversation.started', { accountId, conversationId, conversationUuid, assistantId, type })
    return true
  })
}
