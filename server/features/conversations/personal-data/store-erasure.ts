// The SQL that deletes conversations with what they contain.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { oneRow } from '#server/platform/database/statements.ts'

/** An answer is being generated. */
export const isAnswering = sql`(t.turn_line <> '{}' and t.turn_until > app_now())`

/** With their messages and files. The contents of the files remain, and conversations that are being answered. */
export function deleteConversations(
  tx: DbTransaction,
  accountId: number,
  ids: readonly number[],
): Promise<{ conversations: number; messages: number; fileKeys: string[] }> {
  return oneRow<{ conversations: number; messages: number; fileKeys: string[] }>(tx)`
    with found as (
      select t.id from conversations t
      where t.account_id = ${accountId} and t.id = any(${ids}::bigint[]) and not ${isAnswering}
      order by t.id for update
    ), files as (
      delete from conversation_files where account_id = ${accountId} and conversation_id in (select id from found)
      returning file_key
    ), messages as (
      delete from conversation_messages where account_id = ${accountId} and conversation_id in (select id from found)
      returning 1
    ), deleted as (
      delete from conversations where account_id = ${accountId} and id in (select id from found) returning 1
    )
    select (select count(*)::int from deleted) as conversations, (select count(*)::int from messages) as messages,
      array(select file_key from files) as file_keys`
}

/** Returns the keys of the deleted files; undefined, and deletes nothing, if the conversation goes on. */
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
