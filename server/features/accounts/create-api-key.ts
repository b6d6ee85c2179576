// Creates an API key for an account.
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { newSecret } from '#server/platform/security/random-secret.ts'
import { type ApiKeyRow, insertApiKey } from './store.ts'

/** Only this result contains the token; it cannot be read again. */
export async function createApiKey(
  { db, account }: Pick<AccountContext | Tx, 'db' | 'account'>,
  { name, scopes = null }: { name: string; scopes?: readonly string[] | null | undefined },
): Promise<ApiKeyRow & { token: string }> {
  const { secret, sha256 } = newSecret()
  const key = await insertApiKey(db, account.id, { name, scopes, secretSha256: sha256 })
  return { ...key, token: `${key.id}|${secret}` }
}
