// SQL for saved replies.
import { sql } from 'kysely'
import { maxSavedReplies } from '#contract/conversations/inbox-records.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow } from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface SavedReply {
  id: number
  shortcut: string
  text: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

const replyColumns = sql`id, shortcut, text, created_at, updated_at`

export function selectSavedReplies(db: Db, accountId: number): Promise<SavedReply[]> {
  return allRows<SavedReply>(db)`
    select ${replyColumns} from saved_replies where account_id = ${accountId} order by lower(shortcut)`
}

export function findSavedReply(db: Db, accountId: number, id: number): Promise<SavedReply | undefined> {
  return firstRow<SavedReply>(db)`
    select ${replyColumns} from saved_replies where account_id = ${accountId} and id = ${id}`
}

/** Returns undefined if the account has as many as it may have. Throws a unique violation for a known shortcut. */
export function insertSavedReply(
  db: Db,
  accountId: number,
  { shortcut, text }: Pick<SavedReply, 'shortcut' | 'text'>,
): Promise<SavedReply | undefined> {
  return firstRow<SavedReply>(db)`
    insert into saved_replies (account_id, shortcut, text, created_at, updated_at)
    select ${accountId}, ${shortcut}, ${text}, app_now(), app_now()
    where (select count(*) from saved_replies where account_id = ${accountId}) < ${maxSavedReplies}
    returning ${replyColumns}`
}

/** Undefined fields do not change. Throws a unique violation for the shortcut of another one. */
export function updateSavedReply(
  db: Db,
  accountId: number,
  { id, shortcut, text }: { id: number; shortcut: string | undefined; text: string | undefined },
): Promise<SavedReply | undefined> {
  return firstRow<SavedReply>(db)`
    update saved_replies set shortcut = coalesce(${shortcut ?? null}, shortcut), text = coalesce(${text ?? null}, text),
      updated_at = app_now()
    where account_id = ${accountId} and id = ${id} returning ${replyColumns}`
}

export function deleteSavedReply(db: Db, accountId: number, id: number): Promise<boolean> {
  return changesOne(db)`
    delete from saved_replies where account_id = ${accountId} and id = ${id}`
}
