// Deletes an API key and removes it from the cache of every process.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { notify } from '#server/platform/database/notifications.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deletedKeysChannel } from './authenticator.ts'
import { deleteApiKeyRow } from './store.ts'

export async function deleteApiKey(ctx: AccountContext, input: { id: number }): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await deleteApiKeyRow(tx.db, tx.account.id, input.id))) throw new Refusal('API_KEY_NOT_FOUND')
    await notify(tx.db, deletedKeysChannel, String(input.id))
  })
}
