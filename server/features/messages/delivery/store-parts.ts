// The SQL of texts in several parts: whether any are still going out, and those that never will.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'

/** For a statement that asks more than that. */
export const partsUnderWay = (accountId: number, { senderId, customerKey }: ContactKey) => sql`
  select from chatapp_messages p
  where p.account_id = ${accountId} and p.sender_id = ${senderId} and p.customer_key = ${customerKey}
    and p.part > 1 and p.state in ('waiting', 'sending')`

export async function hasPartsUnderWay(db: Db, accountId: number, contact: ContactKey): Promise<boolean> {
  const { rows } = await sql`${partsUnderWay(accountId, contact)} limit 1`.execute(db)
  return rows.length > 0
}

/** The parts that come after a failed one are not sent. */
export async function refuseWaiting(db: Db, accountId: number, headUuid: string): Promise<void> {
  await sql`
    update chatapp_messages set state = 'refused', status = 'canceled', updated_at = app_now()
    where account_id = ${accountId} and head_uuid = ${headUuid} and part > 1 and state = 'waiting'`.execute(db)
}
