// Deletes an assistant with its versions and tests; its row is kept for its conversations and calls.
import type { AccountContext } from '#server/platform/context/context.ts'
import { extensionOf, extensionPoint } from '#server/platform/context/extension-point.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { DbTransaction } from '#server/platform/database/database.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { lockAssistant, markDeleted } from './assistant/store.ts'
import { deleteVersions } from './assistant/store-versions.ts'

type DeleteRecords = (db: DbTransaction, accountId: number, assistantId: number) => Promise<void>

/** Records of higher features that are deleted with an assistant. */
export const deletedWithAssistantPoint = extensionPoint<DeleteRecords>('assistants.deleted-with', async () => {})

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export function deleteAssistant(ctx: AccountContext, id: number): Promise<void> {
  return transaction(ctx, async (tx) => {
    const { db, account } = tx
    const assistant = orRefuse(await lockAssistant(db, account.id, id), 'ASSISTANT_NOT_FOUND')
    await markDeleted(db, account.id, id)
    await deleteVersions(db, account.id, { assistantId: id, upTo: assistant.version })
    await extensionOf(tx, deletedWithAssistantPoint)(db, account.id, id)
    await tx.emit('assistant.changed', { accountId: account.id, assistantId: id, change: 'deleted' })
  })
}
