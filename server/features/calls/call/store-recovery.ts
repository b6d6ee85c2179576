// SQL that finds open calls to recover, of all accounts.
import { sql } from 'kysely'
import { fromNow } from '#server/platform/database/app-clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, hasRows } from '#server/platform/database/statements.ts'
import type { CallRef } from './call.ts'

/** The processes with media connections. */
export function selectProcesses(db: Db): Promise<string[]> {
  return allValues<string>(db)`
    select distinct process_id from calls
    where deadline_at is not null and process_id is not null`
}

const isWithoutCheckpoint = (forMs: number) => sql`coalesce(checkpoint_at, updated_at) < ${fromNow(-forMs)}`

/** Calls with a media connection to one of these processes, whose sessions have stored no checkpoint for `silenceMs`. */
export function selectLost(
  db: Db,
  { processIds, silenceMs }: { processIds: readonly string[]; silenceMs: number },
  limit: number,
): Promise<CallRef[]> {
  return allRows<CallRef>(db)`
    select account_id, id as call_id from calls
    where deadline_at is not null and process_id = any(${processIds}::text[]) and ${isWithoutCheckpoint(silenceMs)}
    order by checkpoint_at limit ${limit}`
}

/** Whether the session of the call has stored no checkpoint for `silenceMs`. */
export function hasNoCheckpoint(db: Db, { accountId, callId }: CallRef, silenceMs: number): Promise<boolean> {
  return hasRows(db)`
    select from calls where account_id = ${accountId} and id = ${callId} and ${isWithoutCheckpoint(silenceMs)}`
}

/** Calls that should have ended. */
export function selectOverdue(db: Db, limit: number): Promise<CallRef[]> {
  return allRows<CallRef>(db)`
    select account_id, id as call_id from calls
    where deadline_at < app_now() order by deadline_at limit ${limit}`
}

/** Calls at the carrier without a media connection about which the carrier has reported nothing for a minute. */
export function selectSilent(db: Db, limit: number): Promise<CallRef[]> {
  return allRows<CallRef>(db)`
    select account_id, id as call_id from calls
    where deadline_at >= app_now() and answered_at is null and external_id is not null
      and updated_at < app_now() - interval '1 minute' order by updated_at limit ${limit}`
}
