// SQL for what calls take from the limits of anonymous visitors.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { VisitorDay } from './store-visitors.ts'

/** Locks the allowance of the day until the transaction ends, and returns what was spent of it. */
export function lockVisitorSpend(
  tx: DbTransaction,
  { accountId, assistantId, day }: Omit<VisitorDay, 'addressKey'>,
): Promise<number> {
  return oneValue<number>(tx)`
    insert into conversation_visitors as v (account_id, assistant_id, day)
    values (${accountId}, ${assistantId}, ${day})
    on conflict (account_id, assistant_id, day) do update set spent_micros = v.spent_micros
    returning spent_micros`
}

/** A negative amount is returned to the allowance. Without a row, the day is long over. */
export async function addVisitorSpend(
  db: Db,
  { accountId, assistantId, day }: Omit<VisitorDay, 'addressKey'>,
  micros: number,
): Promise<void> {
  await sql`
    update conversation_visitors set spent_micros = greatest(spent_micros + ${micros}, 0)
    where account_id = ${accountId} and assistant_id = ${assistantId} and day = ${day}`.execute(db)
}

/** Returns false if the address has already started `limit` calls on this day. Locks the address until the transaction ends. */
export async function takeAddressCall(
  tx: DbTransaction,
  { day, addressKey }: VisitorDay,
  limit: number,
): Promise<boolean> {
  if (limit < 1) return false
  return hasRows(tx)`
    insert into conversation_visitor_addresses as a (day, address_key, turns, calls) values (${day}, ${addressKey}, 0, 1)
    on conflict (day, address_key) do update set calls = a.calls + 1 where a.calls < ${limit}
    returning 1`
}
