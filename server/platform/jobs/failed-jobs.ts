// Lists, retries and deletes failed jobs.
import { sql } from 'kysely'
import { allRows, countChanges, oneValue } from '#server/platform/database/statements.ts'
import type { Db } from '../database/database.ts'

export interface FailedJob {
  id: string
  name: string
  payload: unknown
  attempts: number
  /** Attempts during which the process died. */
  deaths: number
  lastError: string | null
  /** ISO 8601. */
  failedAt: string
}

/** Returns the latest thousand. */
export function listFailedJobs(db: Db): Promise<FailedJob[]> {
  return allRows<FailedJob>(db)`
    select j.id, t.identifier as name, j.payload, j.attempts, coalesce((j.flags ->> 'deaths')::int, 0) as deaths,
      j.last_error, to_char(j.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as failed_at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where ${hasFailed}
    order by j.id desc limit 1000`
}

/** Returns the number of jobs, which get all their attempts again. */
export function retryFailedJobs(db: Db, ids: readonly string[] | 'all'): Promise<number> {
  return oneValue<number>(db)`
    with retried as (
      update graphile_worker._private_jobs
      set attempts = 0, run_at = now(), updated_at = now(), flags = flags - 'deaths' - 'set_aside'
      where ${isFailed(ids)} returning 1
    )
    select count(*)::int as count, pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
    from retried`
}

/** Returns the number of jobs. */
export function deleteFailedJobs(db: Db, ids: readonly string[] | 'all'): Promise<number> {
  return countChanges(db)`
    delete from graphile_worker._private_jobs where ${isFailed(ids)}`
}

/** One that was replaced under its key is about to be deleted. */
export const hasFailed = sql`attempts >= max_attempts and locked_at is null and not coalesce(flags ? 'replaced', false)`

const isFailed = (ids: readonly string[] | 'all') => sql`${hasFailed}
  and (${ids === 'all'} or id = any(${ids === 'all' ? [] : ids}::bigint[]))`
