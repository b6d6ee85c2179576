// Creates and deletes API keys.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { notify } from '#server/platform/database/notifications.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { newSecret } from '#server/platform/security/random-secret.ts'
import { deletedKeysChannel } from './authenticator.ts'
import { type ApiKeyRow, deleteApiKeyRow, insertApiKey } from './store.ts'

/** Only this result contains the token; it cannot be read again. */
export async function createApiKey(
  { db, account }: Pick<AccountContext | Tx, 'db' | 'account'>,
  { name, scopes = null }: { name: string; scopes?: readonly string[] | null | undefined },
): Promise<ApiKeyRow & { token: string }> {
  const { secret, sha256 } = newSecret()
  const key = await insertApiKey(db, account.id, { name, scopes, secretSha256: sha256 })
  return { ...key, token: `${key.id}|${secret}` }
}

export async function deleteApiKey(ctx: AccountContext, input: { id: number }): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await deleteApiKeyRow(tx.db, tx.account.id, input.id))) throw new Refusal('API_KEY_NOT_FOUND')
    await notify(tx.db, deletedKeysChannel, String(input.id))
  })
}
