// Releases jobs that the database has given to a worker of this process in an answer that was lost with its connection.

import type { Db } from '../database/database.ts'
import { allRows, allValues } from '../database/statements.ts'

/** A job is in no task for a moment before it begins and after it has ended, until its result is stored. */
const graceMs = 15_000

interface LostFetchOptions {
  workerId: string
  db: Db
  /** Whether a task of the worker runs the job. */
  isRunning(jobId: string): boolean
  /** For tests. */
  delayMs?: number
}

/** Returns a check to be called every few seconds. It returns the number of released jobs. */
export function findLostFetches({ workerId, db, isRunning, delayMs = graceMs }: LostFetchOptions) {
  let idleSinceMs = new Map<string, number>()

  return async (): Promise<number> => {
    const locked = await allValues<string>(db)`
      select id::text from graphile_worker._private_jobs where locked_by = ${workerId}`
    const nowMs = performance.now()
    const idle = locked.filter((id) => !isRunning(id))
    idleSinceMs = new Map(idle.map((id) => [id, idleSinceMs.get(id) ?? nowMs]))
    const lost = idle.filter((id) => nowMs - idleSinceMs.get(id)! >= delayMs)
    return lost.length === 0 ? 0 : (await release(db, workerId, lost)).length
  }
}

/** The jobs do not lose the attempt, because they have not begun. */
function release(db: Db, workerId: string, ids: readonly string[]): Promise<{ id: string }[]> {
  return allRows<{ id: string }>(db)`
    with released as (
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, updated_at = now(), attempts = greatest(attempts - 1, 0)
      where id = any(${ids}::bigint[]) and locked_by = ${workerId} returning id, job_queue_id
    ), queues as (
      update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
      from released where q.id = job_queue_id and q.locked_by = ${workerId}
    ), woken as (
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from released
    )
    select id from woken, released`
}
