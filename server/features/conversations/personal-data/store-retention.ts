// The SQL that deletes old conversations, and messages of conversations that remain.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

const isOld = ({ accountId, before }: AgedRecords) => sql`
  c.account_id = ${accountId} and c.created_at < ${before} and c.last_activity_at < ${before} and c.status <> 'open'`

/** With their messages. Returns how many were deleted. */
export async function deleteOldConversations(db: Db, records: AgedRecords & { limit: number }): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversations where (account_id, id) in (
      select c.account_id, c.id from conversations c where ${isOld(records)} limit ${records.limit})`.execute(db)
  return Number(numAffectedRows)
}

/** Of conversations that remain. Returns how many were deleted. */
export async function deleteOldMessages(
  db: Db,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversation_messages where (account_id, id) in (
      select m.account_id, m.id from conversation_messages m
      where m.account_id = ${accountId} and m.created_at < ${before} and m.state <> 'pending'
      order by m.created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export async function deleteOldNotes(
  db: Db,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversation_notes where (account_id, id) in (
      select n.account_id, n.id from conversation_notes n
      where n.account_id = ${accountId} and n.created_at < ${before} limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}

export async function inspectConversations(db: Db, records: AgedRecords): Promise<RetainedRest> {
  const { accountId, before } = records
  const { rows } = await sql<RetainedRest>`
    select (select count(*)::int from conversation_messages
        where account_id = ${accountId} and created_at < ${before} and state <> 'pending')
        + (select count(*)::int from conversation_notes where account_id = ${accountId} and created_at < ${before})
        + (select count(*)::int from conversations c where ${isOld(records)}) as remaining,
      (select min(created_at) from conversation_messages where account_id = ${accountId}) as oldest_at`.execute(db)
  return rows[0]!
}

/** Returns the keys of the deleted files; undefined, and deletes nothing, if the conversation continues. */
export async function deleteTexts(db: Db, accountId: number, conversationId: number): Promise<string[] | undefined> {
  const { rows } = await sql<{ isEnded: boolean; fileKeys: string[] }>`
    with ended as (
      update conversations set extracted_variables = null
      where account_id = ${accountId} and id = ${conversationId} and status = 'ended' and turn_line = '{}'
      returning id
    ), notes as (
      delete from conversation_notes
      where account_id = ${accountId} and conversation_id in (select id from ended)
    ), files as (
      delete from conversation_files where account_id = ${accountId} and conversation_id in (select id from ended)
      returning file_key
    ), deleted as (
      delete from conversation_messages
      where account_id = ${accountId} and conversation_id in (select id from ended)
    )
    select exists (select from ended) as is_ended, array(select file_key from files) as file_keys`.execute(db)
  const { isEnded, fileKeys } = rows[0]!
  return isEnded ? fileKeys : undefined
}
