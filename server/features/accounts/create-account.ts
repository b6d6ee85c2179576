// Creates an account with its first API key.
import type { Account, AppTx } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createApiKey } from './api-keys.ts'
import { insertAccount } from './store.ts'

export interface NewAccount {
  name: string
  email: string
  kind: Account['kind']
  timeZone?: string
  country?: string
}

/** Refuses with `EMAIL_TAKEN`. The token cannot be read again. */
export async function createAccount(tx: AppTx, input: NewAccount): Promise<{ account: Account; token: string }> {
  const account = await insertAccount(tx.db, { timeZone: 'UTC', country: 'US', ...input })
  if (!account) throw new Refusal('EMAIL_TAKEN', 'The email has already been taken.')
  const { token } = await createApiKey({ db: tx.db, account }, { name: 'default' })
  return { account, token }
}
