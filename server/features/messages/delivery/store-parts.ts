// The SQL of messages in several parts.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { ContactKey } from '../contacts/store-contacts.ts'

/** A subquery for the parts to this contact that the carrier does not have yet. */
export const partsUnderWay = (accountId: number, { senderId, customerKey }: ContactKey) => sql`
  select from chatapp_messages p
  where p.account_id = ${accountId} and p.sender_id = ${senderId} and p.customer_key = ${customerKey}
    and p.part > 1 and p.state in ('waiting', 'sending')`

export async function hasPartsUnderWay(db: Db, accountId: number, contact: ContactKey): Promise<boolean> {
  const { rows } = await sql`${partsUnderWay(accountId, contact)} limit 1`.execute(db)
  return rows.length > 0
}

export async function refuseWaitingParts(db: Db, accountId: number, headUuid: string): Promise<void> {
  await sql`
    update chatapp_messages set state = 'refused', status = 'canceled', updated_at = app_now()
    where account_id = ${accountId} and head_uuid = ${headUuid} and part > 1 and state = 'waiting'`.execute(db)
}
