// SQL that locks calls that wait for the job that dials.
import type { DbTransaction } from '#server/platform/database/database.ts'
import { allValues } from '#server/platform/database/statements.ts'

/** Locks those of the calls that were not dialed, until the transaction ends, and returns their ids. */
export function lockUndialedCalls(tx: DbTransaction, accountId: number, ids: readonly number[]): Promise<number[]> {
  return allValues<number>(tx)`
    select c.id from calls c
    where c.account_id = ${accountId} and c.id = any(${ids}::bigint[]) and c.dial_state = 'waiting' and c.ended_at is null
    order by c.id for no key update`
}
