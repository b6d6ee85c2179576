// Creates the context of an account for jobs, callbacks and anonymous visitors.
import { type Account, asAccount } from '#server/platform/context/context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findAccountRow } from './store.ts'

/** Returns undefined if the account no longer exists. Given a transaction's context, reads inside that transaction. */
export async function actFor<W extends { db: Db }>(
  context: W,
  accountId: number,
): Promise<(W & { account: Account }) | undefined> {
  const row = await findAccountRow(context.db, accountId)
  if (!row) return undefined
  const { id, kind, timeZone, country } = row
  return asAccount(context, { id, kind, timeZone, country })
}
