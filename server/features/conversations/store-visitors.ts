// The SQL of what anonymous visitors have had of an assistant on a day.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

export interface VisitorDay {
  accountId: number
  assistantId: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
}

export interface VisitorUse {
  testMessages: number
  spentMicros: number
}

/** False when it would be more than `limit` allows. */
export async function takeVisitorUse(db: Db, day: VisitorDay, use: VisitorUse, limit: VisitorUse): Promise<boolean> {
  if (use.testMessages > limit.testMessages || use.spentMicros > limit.spentMicros) return false
  const { rows } = await sql`
    insert into conversation_visitors as v (account_id, assistant_id, day, test_messages, spent_micros)
    values (${day.accountId}, ${day.assistantId}, ${day.day}, ${use.testMessages}, ${use.spentMicros})
    on conflict (account_id, assistant_id, day) do update
      set test_messages = v.test_messages + excluded.test_messages, spent_micros = v.spent_micros + excluded.spent_micros
      where (excluded.test_messages = 0 or v.test_messages + excluded.test_messages <= ${limit.testMessages})
        and (excluded.spent_micros = 0 or v.spent_micros + excluded.spent_micros <= ${limit.spentMicros})
    returning 1`.execute(db)
  return rows.length > 0
}

/** What was taken for a turn that failed. */
export async function giveBackVisitorUse(db: Db, day: VisitorDay, use: VisitorUse): Promise<void> {
  await sql`
    update conversation_visitors
    set test_messages = test_messages - ${use.testMessages}, spent_micros = spent_micros - ${use.spentMicros}
    where account_id = ${day.accountId} and assistant_id = ${day.assistantId} and day = ${day.day}`.execute(db)
}

export async function forgetVisitorDays(db: Db, before: string): Promise<void> {
  await sql`delete from conversation_visitors where day < ${before}`.execute(db)
}
