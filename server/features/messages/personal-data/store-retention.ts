// The SQL that deletes messages of channels, their texts, and old contacts.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

/** A message whose outcome is not known yet is still to be paid for. */
const isSettled = sql`m.state in ('accepted', 'refused', 'received')`

/** The oldest first. */
export async function selectOldMessages(
  db: Db,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from chatapp_messages m
    where m.account_id = ${accountId} and m.created_at < ${before} and ${isSettled}
    order by m.created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Contacts remain while they have an opt-out or a message. Returns how many were deleted. */
export async function deleteOldContacts(
  db: Db,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chatapp_contacts where (account_id, sender_id, customer_key) in (
      select c.account_id, c.sender_id, c.customer_key from chatapp_contacts c where ${isOldContact(accountId, before)}
      limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

const isOldContact = (accountId: number, before: AgedRecords['before']) => sql`
  c.account_id = ${accountId}
  and coalesce(greatest(c.last_inbound_at, c.last_template_at, c.reached_at, c.refused_at), '-infinity') < ${before}
  and c.opted_out_at is null and c.marketing_opted_out_at is null and not exists (
    select from chatapp_messages m where m.account_id = c.account_id and m.sender_id = c.sender_id
      and m.customer_key = c.customer_key)`

export async function inspectMessages(db: Db, { accountId, before }: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select (select count(*)::int from chatapp_messages m
        where m.account_id = ${accountId} and m.created_at < ${before} and ${isSettled})
        + (select count(*)::int from chatapp_contacts c where ${isOldContact(accountId, before)}) as remaining,
      (select min(created_at) from chatapp_messages where account_id = ${accountId}) as oldest_at`.execute(db)
  return rows[0]!
}

/** The keys of the files of messages. */
export async function selectFileKeys(db: Db, accountId: number, messageIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ fileKey: string }>`
    select file_key from chatapp_media
    where account_id = ${accountId} and message_id = any(${messageIds}::bigint[]) and file_key is not null`.execute(db)
  return rows.map(({ fileKey }) => fileKey)
}

/** With their media, and the callbacks of the carrier that they came from. */
export async function deleteMessageRows(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from chatapp_messages where account_id = ${accountId} and id = any(${ids}::bigint[])
      returning carrier_account_sid, sid
    ), callbacks as (
      delete from carrier_inbox i using deleted d
      where i.provider = 'twilio' and i.account_sid = d.carrier_account_sid and i.sid = d.sid
    )
    select count(*)::int as count from deleted`.execute(db)
  return rows[0]!.count
}

/** The oldest first. Messages that are being sent are left out. */
export async function selectMessagesWithText(
  db: Db,
  accountId: number,
  conversationId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from chatapp_messages m
    where m.account_id = ${accountId} and m.conversation_id = ${conversationId} and ${isSettled} and (m.body is not null
      or exists (select from chatapp_media d where d.account_id = m.account_id and d.message_id = m.id))
    order by m.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes texts, media and the callbacks of the carrier. The status and the price of the messages remain. */
export async function deleteMessageTexts(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with changed as (
      update chatapp_messages set body = null, button_payload = null
      where account_id = ${accountId} and id = any(${ids}::bigint[])
      returning carrier_account_sid, sid
    ), media as (
      delete from chatapp_media where account_id = ${accountId} and message_id = any(${ids}::bigint[])
    )
    delete from carrier_inbox i using changed c
    where i.provider = 'twilio' and i.account_sid = c.carrier_account_sid and i.sid = c.sid and i.done_at is not null`.execute(
    db,
  )
}
