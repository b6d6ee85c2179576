// Making another API key for the caller's account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { type ApiKeyRow, insertApiKey } from './store.ts'
import { newSecret, tokenOf } from './token.ts'

export async function createApiKey(
  ctx: AccountContext,
  input: { name: string },
): Promise<ApiKeyRow & { token: string }> {
  const { secret, sha256 } = newSecret()
  const key = await insertApiKey(ctx.db, ctx.account.id, input.name, sha256)
  return { ...key, token: tokenOf(key.id, secret) }
}
