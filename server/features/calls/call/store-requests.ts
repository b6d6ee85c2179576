// The SQL of what people of the account ask of live calls, and the channel that tells their process.
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne } from '#server/platform/database/statements.ts'
import type { CallRef } from './call.ts'

export type CallRequestKind = 'whisper' | 'hand_back' | 'transfer' | 'end'

export interface CallRequest {
  kind: CallRequestKind
  /** What is whispered, or where the customer is transferred. */
  text: string | null
  /** Who asks. */
  name: string
}

/** Returns false if the call has as many requests of this kind as it may have. */
export function insertRequest(
  db: Db,
  { accountId, callId }: CallRef,
  { kind, text, name }: CallRequest,
  limit: number,
): Promise<boolean> {
  return changesOne(db)`
    insert into call_requests (account_id, call_id, kind, text, name, created_at)
    select ${accountId}, ${callId}, ${kind}, ${text}, ${name}, app_now()
    where ${limit} > (
      select count(*) from call_requests
      where account_id = ${accountId} and call_id = ${callId} and kind = ${kind})`
}

/** Returns each request once, in order. What was whispered is then only in the transcript. */
export function takeRequests(db: Db, { accountId, callId }: CallRef): Promise<CallRequest[]> {
  return allRows<CallRequest>(db)`
    with taken as (
      select id, kind, text, name from call_requests
      where account_id = ${accountId} and call_id = ${callId} and taken_at is null for update
    ), marked as (
      update call_requests r set taken_at = app_now(), text = null from taken t
      where r.account_id = ${accountId} and r.call_id = ${callId} and r.id = t.id
    )
    select kind, text, name from taken order by id`
}

/** A notification on this channel means that there are requests. The payload is the UUID of the call. */
export const callRequestsChannel = 'call-requests'
