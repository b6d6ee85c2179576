// SQL for the conversation that each member has open.
import { sql } from 'kysely'
import { presenceSeconds } from '#contract/inbox-fields.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface Presence {
  conversationId: number
  isWriting: boolean
}

const isCurrent = sql`seen_at > app_now() - make_interval(secs => ${presenceSeconds})`

/** Undefined if the latest report has expired. */
export async function findPresence(db: Db, accountId: number, userId: number): Promise<Presence | undefined> {
  const { rows } = await sql<Presence>`
    select conversation_id, is_writing from conversation_presences
    where account_id = ${accountId} and user_id = ${userId} and ${isCurrent}`.execute(db)
  return rows[0]
}

export async function upsertPresence(
  db: Db,
  accountId: number,
  userId: number,
  { conversationId, isWriting }: Presence,
): Promise<void> {
  await sql`
    insert into conversation_presences (account_id, user_id, conversation_id, is_writing, seen_at)
    values (${accountId}, ${userId}, ${conversationId}, ${isWriting}, app_now())
    on conflict (account_id, user_id) do update set conversation_id = excluded.conversation_id,
      is_writing = excluded.is_writing, seen_at = excluded.seen_at`.execute(db)
}

export async function deletePresence(db: Db, accountId: number, userId: number, conversationId: number): Promise<void> {
  await sql`
    delete from conversation_presences
    where account_id = ${accountId} and user_id = ${userId} and conversation_id = ${conversationId}`.execute(db)
}

export async function selectPresences(
  db: Db,
  accountId: number,
  conversationId: number,
): Promise<(Presence & { userId: number })[]> {
  const { rows } = await sql<Presence & { userId: number }>`
    select user_id, conversation_id, is_writing from conversation_presences
    where account_id = ${accountId} and conversation_id = ${conversationId} and ${isCurrent}
    order by user_id`.execute(db)
  return rows
}
