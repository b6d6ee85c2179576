// Stores many ended calls, and one with the transcript of two hours.
import { sql } from 'kysely'
import type { TestApp } from '#testing/app/test-app.ts'

/** Two hours, with an entry every one and a half seconds. */
export const transcriptEntries = 5_000

/** Returns the id of the long call, which is the newest one. */
export async function fillCalls(
  { app }: TestApp,
  accountId: number,
  assistantId: number,
  calls: number,
): Promise<number> {
  const { db } = app.context
  await sql`
    insert into calls (account_id, uuid, assistant_id, assistant, type, status, assistant_phone, client_phone, variables,
      callback_token, dial_state, max_seconds, price_micros, carrier_price_micros, answered_at, ended_at, duration_seconds,
      ended_reason, ended_by, cost_micros, reported_at, created_at, updated_at)
    select ${accountId}, gen_random_uuid(), ${assistantId}, '{"name":"Ada"}', case i % 3 when 0 then 'inbound' else 'outbound' end,
      case i % 4 when 0 then 'no-answer' else 'ended_by_customer' end, '+14155238886', '+1415' || (5000000 + i), '{}',
      gen_random_uuid(), 'placed', 600, 100000, 20000, app_now() - make_interval(secs => (${calls}::int - i) * 60),
      app_now() - make_interval(secs => (${calls}::int - i) * 60 - 40), 40, case i % 4 when 0 then 'no_answer' else 'caller_hung_up' end,
      'caller', 80000, app_now(), app_now() - make_interval(secs => (${calls}::int - i) * 60 + 5), app_now()
    from generate_series(1, ${calls}::int) i`.execute(db)
  const { rows } = await sql<{ id: number }>`
    update calls set duration_seconds = 7200, answered_at = ended_at - interval '2 hours'
    where account_id = ${accountId} and id = (select max(id) from calls where account_id = ${accountId}) returning id`.execute(
    db,
  )
  const { id } = rows[0]!
  await sql`
    insert into call_transcript (account_id, call_id, position, speaker, text, at_ms)
    select ${accountId}, ${id}, i, case i % 2 when 0 then 'customer' else 'assistant' end,
      'This is entry ' || (i + 1) || ' of a long call, in which both sides have much to say.', i * 1440
    from generate_series(0, ${transcriptEntries - 1}::int) i`.execute(db)
  await sql`analyze calls`.execute(db)
  return id
}
