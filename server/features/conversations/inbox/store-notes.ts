// SQL for notes on conversations.
import { sql } from 'kysely'
import { maxNotes } from '#contract/conversations/inbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface Note {
  id: number
  author: string
  userId: number | null
  text: string
  createdAt: Timestamp
}

const noteColumns = sql`id, author, user_id, text, created_at`

export function selectNotes(db: Db, accountId: number, conversationId: number): Promise<Note[]> {
  return allRows<Note>(db)`
    select ${noteColumns} from conversation_notes
    where account_id = ${accountId} and conversation_id = ${conversationId} order by id`
}

/** Returns undefined if the conversation has as many notes as it may have. */
export function insertNote(
  db: Db,
  accountId: number,
  conversationId: number,
  { author, userId, text }: Pick<Note, 'author' | 'userId' | 'text'>,
): Promise<Note | undefined> {
  return firstRow<Note>(db)`
    insert into conversation_notes (account_id, conversation_id, author, user_id, text, created_at)
    select ${accountId}, ${conversationId}, ${author}, ${userId}, ${text}, app_now()
    where (select count(*) from conversation_notes
      where account_id = ${accountId} and conversation_id = ${conversationId}) < ${maxNotes}
    returning ${noteColumns}`
}

export function deleteNote(db: Db, accountId: number, conversationId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from conversation_notes
    where account_id = ${accountId} and conversation_id = ${conversationId} and id = ${id}`
}
