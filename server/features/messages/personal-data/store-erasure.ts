// The SQL that deletes messages of channels, their texts, and contacts.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { allRows, allValues, oneValue } from '#server/platform/database/statements.ts'
import { addressesOf, addressKeysOf, type Person } from '#server/platform/person.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

/** A message whose outcome is not known yet is still to be paid for. */
export const isSettled = sql`t.state in ('accepted', 'refused', 'received')`

export const isContactOf = (person: Person) => sql`(t.customer_key = any(${addressKeysOf(person)}::text[])
  or t.address = any(${addressesOf(person)}::text[]))`

/** The keys of the files of messages. */
export function selectFileKeys(db: Db, accountId: number, messageIds: readonly number[]): Promise<string[]> {
  return allValues<string>(db)`
    select file_key from chatapp_media
    where account_id = ${accountId} and message_id = any(${messageIds}::bigint[]) and file_key is not null`
}

/** With their media, and the callbacks of the carrier that they came from. */
export function deleteMessageRows(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  return oneValue<number>(db)`
    with deleted as (
      delete from chatapp_messages where account_id = ${accountId} and id = any(${ids}::bigint[])
      returning carrier_account_id, external_id
    ), callbacks as (
      delete from carrier_inbox i using deleted d
      where i.carrier_account_id = d.carrier_account_id and i.external_id = d.external_id
    )
    select count(*)::int as count from deleted`
}

/** The oldest first. Messages that are being sent are left out. */
export function selectMessagesWithText(
  db: Db,
  accountId: number,
  conversationId: number,
  limit: number,
): Promise<number[]> {
  return allValues<number>(db)`
    select t.id from chatapp_messages t
    where t.account_id = ${accountId} and t.conversation_id = ${conversationId} and ${isSettled} and (t.body is not null
      or exists (select from chatapp_media d where d.account_id = t.account_id and d.message_id = t.id))
    order by t.id limit ${limit}`
}

/** Deletes texts, media and the callbacks of the carrier. The status and the price of the messages remain. */
export async function deleteMessageTexts(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with changed as (
      update chatapp_messages set body = null, button_payload = null, referral = null
      where account_id = ${accountId} and id = any(${ids}::bigint[])
      returning carrier_account_id, external_id
    ), media as (
      delete from chatapp_media where account_id = ${accountId} and message_id = any(${ids}::bigint[])
    )
    delete from carrier_inbox i using changed c
    where i.carrier_account_id = c.carrier_account_id and i.external_id = c.external_id and i.done_at is not null`.execute(
    db,
  )
}

export interface DeletedContact {
  address: string
  optedOutBy: 'customer' | 'carrier' | null
  marketingOptedOutAt: Timestamp | null
}

export function deleteContactsOf(tx: DbTransaction, accountId: number, person: Person): Promise<DeletedContact[]> {
  return allRows<DeletedContact>(tx)`
    delete from chatapp_contacts t where t.account_id = ${accountId} and ${isContactOf(person)}
    returning t.address, t.opted_out_by, t.marketing_opted_out_at`
}
