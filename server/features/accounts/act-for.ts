// The context of an account for work that no request began: jobs, callbacks, anonymous visitors.
import { type Account, asAccount } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findAccountRow } from './store.ts'

/** Undefined when the account has been deleted since. Within a transaction it is read there, on the same connection. */
export async function actFor<W extends { db: Db }>(
  context: W,
  accountId: number,
): Promise<(W & { account: Account }) | undefined> {
  const row = await findAccountRow(context.db, accountId)
  if (!row) return undefined
  const { id, kind, timeZone, country } = row
  return asAccount(context, { id, kind, timeZone, country })
}
