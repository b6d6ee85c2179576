// Enables or disables the assistant's answers in a conversation.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { updateAiEnabled } from './conversation/store.ts'

/** Refuses with `CONVERSATION_NOT_FOUND`. Disabling withholds an answer that the customer has not begun to read. */
export async function setAiEnabled(ctx: AccountContext, uuid: string, aiEnabled: boolean): Promise<void> {
  await transaction(ctx, async (tx) => {
    const updated = await updateAiEnabled(tx.db, tx.account.id, uuid, aiEnabled)
    if (!updated) throw new Refusal('CONVERSATION_NOT_FOUND')
    const { id: conversationId, uuid: conversationUuid, assistantId } = updated
    const data = { accountId: tx.account.id, conversationId, conversationUuid, assistantId }
    await tx.emit('conversation.ai-enabled', { ...data, aiEnabled })
  })
}
