// SQL that finds open calls to recover, of all accounts.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { CallRef } from './call.ts'

/** The processes with media connections. */
export async function selectProcesses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ processId: string }>`
    select distinct process_id from calls
    where deadline_at is not null and process_id is not null`.execute(db)
  return rows.map(({ processId }) => processId)
}

/** Calls with a media connection to one of these processes. */
export async function selectLive(db: Db, processIds: readonly string[], limit: number): Promise<CallRef[]> {
  const { rows } = await sql<CallRef>`
    select account_id, id as call_id from calls
    where deadline_at is not null and process_id = any(${processIds}::text[])
    order by checkpoint_at limit ${limit}`.execute(db)
  return rows
}

/** Calls that should have ended. */
export async function selectOverdue(db: Db, limit: number): Promise<CallRef[]> {
  const { rows } = await sql<CallRef>`
    select account_id, id as call_id from calls
    where deadline_at < app_now() order by deadline_at limit ${limit}`.execute(db)
  return rows
}

/** Calls at the carrier without a media connection about which the carrier has reported nothing for a minute. */
export async function selectSilent(db: Db, limit: number): Promise<CallRef[]> {
  const { rows } = await sql<CallRef>`
    select account_id, id as call_id from calls
    where deadline_at >= app_now() and answered_at is null and carrier_sid is not null
      and updated_at < app_now() - interval '1 minute' order by updated_at limit ${limit}`.execute(db)
  return rows
}
