// The SQL that deletes what calls contain about a person. The rows of calls remain, because they show what was paid.
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { AgedRecords, RetainedRest } from '#server/platform/personal-data.ts'

export interface EndedCall {
  id: number
  uuid: string
}

export type CallPart = 'recordings' | 'transcripts' | 'calls'

/** Each condition has an index. */
const conditionOf: Record<CallPart, RawBuilder<unknown>> = {
  recordings: sql`c.recording_key is not null`,
  transcripts: sql`c.ended_at is not null and c.words_deleted_at is null`,
  calls: sql`c.ended_at is not null and c.erased_at is null`,
}

/** The oldest first. */
export async function selectOldCalls(
  db: Db,
  part: CallPart,
  { accountId, before, limit }: AgedRecords & { limit: number },
): Promise<EndedCall[]> {
  const { rows } = await sql<EndedCall>`
    select c.id, c.uuid from calls c
    where c.account_id = ${accountId} and c.ended_at < ${before} and ${conditionOf[part]}
    order by c.ended_at limit ${limit}`.execute(db)
  return rows
}

export async function inspectCalls(db: Db, part: CallPart, { accountId, before }: AgedRecords): Promise<RetainedRest> {
  const { rows } = await sql<RetainedRest>`
    select (select count(*)::int from calls c
        where c.account_id = ${accountId} and c.ended_at < ${before} and ${conditionOf[part]}) as remaining,
      (select min(c.ended_at) from calls c where c.account_id = ${accountId} and ${conditionOf[part]}) as oldest_at`.execute(
    db,
  )
  return rows[0]!
}

export async function forgetRecordings(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update calls set recording_key = null
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and recording_key is not null`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes the transcripts, timelines and evaluations of ended calls. Returns how many calls had not lost theirs before. */
export async function deleteWords(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
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
    ), events as (
      delete from call_timeline where account_id = ${accountId} and call_id = any(${ids}::bigint[])
        and call_id in (select id from changed)
    )
    select count(*)::int as count from changed`.execute(db)
  return rows[0]!.count
}

/** Removes the number, the variables and all texts from ended calls. Returns how many calls had not lost them before. */
export async function erasePersons(db: Db, accountId: number, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update calls set client_phone = null, variables = '{}', carrier_sid = null, error_message = null, purpose = null,
      lead_id = null, latency = '[]', erased_at = app_now()
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and ended_at is not null and erased_at is null`.execute(
    db,
  )
  return Number(numAffectedRows)
}

/** Returns whether what was said in the call is stored. Until the transaction ends, it is not deleted. */
export async function lockWords(db: DbTransaction, accountId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from calls
    where account_id = ${accountId} and id = ${id} and words_deleted_at is null and erased_at is null for share`.execute(
    db,
  )
  return rows.length > 0
}
