// SQL for handovers: whose turn it is, and how often the assistant could not answer.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { firstValue, hasRows, oneValue } from '#server/platform/database/statements.ts'
import type { TurnKey } from '../conversation/conversation.ts'

/** Whether the assistant still owns the conversation, which then stays so until the transaction ends. */
export function lockAssistants(db: Db, { accountId, conversationId }: TurnKey): Promise<boolean> {
  return hasRows(db)`
    select from conversations where account_id = ${accountId} and id = ${conversationId} and ai_enabled
    for update`
}

/** Returns the member who was chosen least recently. Handovers of an account choose one after another. */
export async function takeTurnOfMembers(db: Db, accountId: number, members: readonly number[]): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('conversation handover', ${accountId}))`.execute(db)
  return oneValue<number>(db)`
    insert into conversation_handovers as h (account_id, user_id, position)
    select ${accountId}, m.id,
      (select coalesce(max(position), 0) + 1 from conversation_handovers where account_id = ${accountId})
    from unnest(${members}::bigint[]) m (id)
    left join conversation_handovers h on h.account_id = ${accountId} and h.user_id = m.id
    order by h.position nulls first, m.id limit 1
    on conflict (account_id, user_id) do update set position = excluded.position
    returning user_id`
}

/** Returns the number of failures in succession, including this one. */
export async function countFailure(db: Db, { accountId, conversationId }: TurnKey): Promise<number> {
  const found = await firstValue<number>(db)`
  update conversations set failed_answers = failed_answers + 1
  where account_id = ${accountId} and id = ${conversationId} returning failed_answers`
  return found ?? 0
}
