// Lets requests that add to a list of limited length follow each other, so that the limit holds.
import { sql } from 'kysely'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Until the transaction ends. A count in the statement that inserts would not see what others have not committed yet. */
export async function lockList(db: Db, list: string, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list of ${list}`}, ${accountId}))`.execute(db)
}

export const addTo = <R>(ctx: AccountContext, list: string, insert: (tx: Tx) => Promise<R>): Promise<R> =>
  transaction(ctx, async (tx) => {
    await lockList(tx.db, list, tx.account.id)
    return insert(tx)
  })
