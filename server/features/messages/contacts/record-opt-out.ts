// Records an opt-out that the assistant has understood in a conversation.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { optOutTextsOf } from './confirmation-text.ts'
import { applyOptOut } from './do-not-contact.ts'
import { optOutInConversation } from './store-contacts.ts'

/** Returns the text that confirms it to the customer. */
export async function recordOptOutOf(ctx: AccountContext, conversationId: number): Promise<string> {
  await transaction(ctx, async (tx) => {
    const contact = await optOutInConversation(tx.db, tx.account.id, conversationId)
    if (contact && contact.lastInboundId !== null)
      await applyOptOut(tx, { address: contact.address, optOut: 'stop', inboundId: contact.lastInboundId })
  })
  return (await optOutTextsOf(ctx, conversationId, [])).optedOut
}
