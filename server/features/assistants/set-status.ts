// Activates and deactivates assistants.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import type { AssistantStatus } from './assistant/assistant.ts'
import { type AssistantSummary, markInUse, updateStatus } from './assistant/store.ts'

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export function setStatus(ctx: AccountContext, id: number, status: AssistantStatus): Promise<AssistantSummary> {
  return transaction(ctx, async (tx) => {
    const assistant = orRefuse(await updateStatus(tx.db, tx.account.id, id, status), 'ASSISTANT_NOT_FOUND')
    await tx.emit('assistant.changed', { accountId: tx.account.id, assistantId: id, change: 'updated' })
    return assistant
  })
}

/** For an assistant that gets a sender. Does nothing if it was deactivated through the API. */
export const activateAssistant = (tx: Tx, id: number): Promise<void> => markInUse(tx.db, tx.account.id, id)
