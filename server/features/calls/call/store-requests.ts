// The SQL of what people of the account ask of live calls.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { CallRef } from './call.ts'

export type CallRequestKind = 'whisper' | 'hand_back' | 'end'

export interface CallRequest {
  kind: CallRequestKind
  /** What is whispered. */
  text: string | null
  /** Who asks. */
  name: string
}

/** Returns false if the call has as many requests of this kind as it may have. */
export async function insertRequest(
  db: Db,
  { accountId, callId }: CallRef,
  { kind, text, name }: CallRequest,
  limit: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into call_requests (account_id, call_id, kind, text, name, created_at)
    select ${accountId}, ${callId}, ${kind}, ${text}, ${name}, app_now()
    where ${limit} > (
      select count(*) from call_requests
      where account_id = ${accountId} and call_id = ${callId} and kind = ${kind})`.execute(db)
  return numAffectedRows === 1n
}

/** Returns each request once, in order. What was whispered is then only in the transcript. */
export async function takeRequests(db: Db, { accountId, callId }: CallRef): Promise<CallRequest[]> {
  const { rows } = await sql<CallRequest>`
    with taken as (
      select id, kind, text, name from call_requests
      where account_id = ${accountId} and call_id = ${callId} and taken_at is null for update
    ), marked as (
      update call_requests r set taken_at = app_now(), text = null from taken t
      where r.account_id = ${accountId} and r.call_id = ${callId} and r.id = t.id
    )
    select kind, text, name from taken order by id`.execute(db)
  return rows
}
