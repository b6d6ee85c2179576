// The SQL that deletes what calls contain about a person. The rows of calls remain, because they show what was paid.
import { sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { countChanges, hasRows } from '#server/platform/database/statements.ts'

export function forgetRecordings(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  return countChanges(db)`
    update calls set recording_key = null
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and recording_key is not null`
}

/** Deletes the transcripts, timelines and evaluations of ended calls. */
export async function deleteWords(db: Db, accountId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with changed as (
      update calls set evaluation = null, turn_states = '[]', words_deleted_at = app_now()
      where account_id = ${accountId} and id = any(${ids}::bigint[]) and ended_at is not null
        and words_deleted_at is null
      returning id
    ), words as (
      delete from call_transcript where account_id = ${accountId} and call_id = any(${ids}::bigint[])
        and call_id in (select id from changed)
    ), requests as (
      delete from call_requests where account_id = ${accountId} and call_id = any(${ids}::bigint[])
        and call_id in (select id from changed)
    )
    delete from call_timeline where account_id = ${accountId} and call_id = any(${ids}::bigint[])
      and call_id in (select id from changed)`.execute(db)
}

/** Removes the number, the variables and all texts from ended calls. Returns how many calls had not lost them before. */
export function erasePersons(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  return countChanges(db)`
    update calls set client_phone = null, extension = null, variables = '{}', external_id = null, error_message = null, purpose = null,
      lead_id = null, latency = '[]', erased_at = app_now()
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and ended_at is not null and erased_at is null`
}

/** Returns whether what was said in the call is stored. Until the transaction ends, it is not deleted. */
export function lockWords(db: DbTransaction, accountId: number, id: number): Promise<boolean> {
  return hasRows(db)`
    select from calls
    where account_id = ${accountId} and id = ${id} and words_deleted_at is null and erased_at is null for share`
}
