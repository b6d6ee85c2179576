// SQL for the conversation that each member has open.
import { sql } from 'kysely'
import { activitySeconds } from '#contract/conversations/inbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, firstRow } from '#server/platform/database/statements.ts'

export interface StoredActivity {
  conversationId: number
  isWriting: boolean
}

const isCurrent = sql`seen_at > app_now() - make_interval(secs => ${activitySeconds})`

/** Undefined if the latest report has expired. */
export function findActivity(db: Db, accountId: number, userId: number): Promise<StoredActivity | undefined> {
  return firstRow<StoredActivity>(db)`
    select conversation_id, is_writing from conversation_activities
    where account_id = ${accountId} and user_id = ${userId} and ${isCurrent}`
}

export async function upsertActivity(
  db: Db,
  accountId: number,
  userId: number,
  { conversationId, isWriting }: StoredActivity,
): Promise<void> {
  await sql`
    insert into conversation_activities (account_id, user_id, conversation_id, is_writing, seen_at)
    values (${accountId}, ${userId}, ${conversationId}, ${isWriting}, app_now())
    on conflict (account_id, user_id) do update set conversation_id = excluded.conversation_id,
      is_writing = excluded.is_writing, seen_at = excluded.seen_at`.execute(db)
}

export async function deleteActivity(db: Db, accountId: number, userId: number, conversationId: number): Promise<void> {
  await sql`
    delete from conversation_activities
    where account_id = ${accountId} and user_id = ${userId} and conversation_id = ${conversationId}`.execute(db)
}

export function selectActivities(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<(StoredActivity & { userId: number })[]> {
  return allRows<StoredActivity & { userId: number }>(db)`
    select user_id, conversation_id, is_writing from conversation_activities
    where account_id = ${accountId} and conversation_id = ${conversationId} and ${isCurrent}
    order by user_id`
}
