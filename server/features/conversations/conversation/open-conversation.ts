// Stores a new conversation and announces it.
import { isE164 } from '@parley/rules'
import { type Address, channelAddress, externalAddress, identifyContact } from '#server/features/contacts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { insertConversation, type NewConversation } from './store.ts'

/** Returns false if the customer already has a conversation of this type, or the UUID exists. */
export function openConversation(context: AppContext, accountId: number, added: NewConversation): Promise<boolean> {
  return transaction(context, async (tx) => {
    const conversationId = await insertConversation(tx.db, accountId, added)
    if (conversationId === undefined) return false
    const { uuid: conversationUuid, assistantId, type, customer } = added
    if (customer?.identifier !== undefined)
      await identifyContact({ ...tx, account: { id: accountId } }, { addresses: [addressOf(customer.identifier)] })
    await tx.emit('conversation.started', { accountId, conversationId, conversationUuid, assistantId, type })
    return true
  })
}

/** Accounts identify their customers by phone numbers, too. */
const addressOf = (identifier: string): Address =>
  isE164(identifier) ? channelAddress(identifier) : externalAddress(identifier)
