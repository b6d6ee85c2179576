// Opening an account with its first API key.
import type { Account, AppTx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { insertAccount, insertApiKey } from './store.ts'
import { newSecret, tokenOf } from './token.ts'

export interface NewAccount {
  name: string
  email: string
  kind: Account['kind']
  timeZone?: string
  country?: string
}

/** Refuses with `EMAIL_TAKEN`. The token is shown this once. */
export async function createAccount(tx: AppTx, input: NewAccount): Promise<{ account: Account; token: string }> {
  const account = await insertAccount(tx.db, { timeZone: 'UTC', country: 'US', ...input })
  if (!account) throw new Refusal('EMAIL_TAKEN', 'The email has already been taken.')
  const { secret, sha256 } = newSecret()
  const key = await insertApiKey(tx.db, account.id, 'default', sha256)
  return { account, token: tokenOf(key.id, secret) }
}
