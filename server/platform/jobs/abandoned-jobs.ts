// Releases jobs whose process has died within seconds; graphile-worker by itself would wait for four hours.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { allRows, oneValue } from '#server/platform/database/statements.ts'
import { maxDeaths } from '../context/job.ts'
import type { Db } from '../database/database.ts'
import type { ProcessLiveness } from '../database/process-liveness.ts'
import type { Log } from '../observability/log.ts'
import { findLostFetches } from './lost-fetches.ts'

interface WatchOptions {
  /** The name under which the worker locks its jobs. */
  workerId: string
  liveness: ProcessLiveness
  db: Db
  log: Log
  intervalMs?: number
  /** Whether a task of the worker runs the job. */
  isRunning(jobId: string): boolean
  /** Look for other work of dead processes. */
  checks: readonly (() => Promise<void>)[]
}

/**
 * Announces that the worker is alive, and looks for others that are not. A worker is dead if it is missing twice in
 * succession; once can mean that its connection is being restored.
 */
export function watchForAbandonedJobs(options: WatchOptions): AsyncDisposable {
  const { workerId, liveness, db, log, intervalMs = 2_000, checks } = options
  const announced = liveness.announce(workerId)
  const closing = new AbortController()
  const { signal } = closing
  let missing: string[] = []
  const selectLostFetches = findLostFetches(options)

  async function releaseFetched(): Promise<void> {
    const ids = await selectLostFetches()
    if (ids.length === 0) return
    const jobs = await releaseJobs(db, workerId, ids)
    log.warn({ jobs }, 'jobs were released whose fetch got no answer')
  }

  async function releaseAbandoned(): Promise<void> {
    try {
      // Workers that have locked jobs or queues.
      const { rows } = await sql<{ workerId: string }>`
        select locked_by as worker_id from graphile_worker._private_jobs where locked_by is not null
        union
        select locked_by from graphile_worker._private_job_queues where locked_by is not null`.execute(db)
      const found = await liveness.selectMissing(rows.map(({ workerId }) => workerId))
      const dead = found.filter((id) => missing.includes(id))
      missing = found
      if (dead.length === 0) return
      const released = await release(db, dead)
      const failed = released.filter(({ isFailed }) => isFailed)
      const jobs = released.length - failed.length
      log.warn({ workers: dead.length, jobs }, 'jobs of dead processes were released')
      for (const { id, name, attempts, deaths } of failed)
        log.error({ job: { id, name, attempts, deaths } }, 'a job failed because its process died')
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'the search for jobs of dead processes failed')
    }
  }

  /**
   * They were replaced under their key while they ran, and have ended without success. Whether a job is replaced cannot be
   * decided when it fails: the commit that replaces it can still be in progress.
   */
  async function deleteReplaced(): Promise<void> {
    await sql`delete from graphile_worker._private_jobs where locked_at is null and flags ? 'replaced'`.execute(db)
  }

  async function checkRepeatedly(): Promise<void> {
    while (!signal.aborted) {
      await releaseAbandoned()
      for (const check of [releaseFetched, deleteReplaced, ...checks]) {
        await check().catch((error: unknown) => {
          if (!signal.aborted) log.warn({ error }, 'the search for work of dead processes failed')
        })
      }
      await setTimeout(intervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const ended = checkRepeatedly()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await ended
      await announced[Symbol.asyncDispose]()
    },
  }
}

interface Released {
  id: string
  name: string
  attempts: number
  deaths: number
  isFailed: boolean
}

/**
 * A death uses an attempt, because the job may have caused it. After the first death the job runs again immediately.
 * After further deaths it waits for a random time whose maximum grows tenfold each time, so that jobs that only ran at
 * the same time as the cause finish before the cause runs again. A job with too many deaths stays failed even if it is
 * added again under its key. A job that was replaced under its key while it ran is deleted, and the death counts for its
 * successor.
 */
function release(db: Db, workerIds: readonly string[]): Promise<Released[]> {
  return allRows<Released>(db)`
    with abandoned as (
      select id, flags ->> 'replaced' as successor_key
      from graphile_worker._private_jobs where locked_by = any(${workerIds}::text[]) for update
    ), dropped as (
      delete from graphile_worker._private_jobs where id in (select id from abandoned where successor_key is not null)
    ), next as (
      select id, coalesce((flags ->> 'deaths')::int, 0) + 1 as deaths
      from graphile_worker._private_jobs
      where id in (select id from abandoned where successor_key is null)
        or (locked_at is null and key in (select successor_key from abandoned))
      for update
    ), released as (
      update graphile_worker._private_jobs j
      set locked_at = null, locked_by = null, updated_at = now(), last_error = 'The process ended while this job was running.',
        attempts = case when deaths >= ${maxDeaths} then greatest(attempts, max_attempts) else attempts end,
        run_at = case when deaths = 1 then run_at
          else greatest(run_at, now() + random() * power(10, deaths - 1) * interval '1 second') end,
        flags = coalesce(flags, '{}') || jsonb_build_object('deaths', deaths)
          || case when deaths >= ${maxDeaths} then '{"set_aside": true}'::jsonb else '{}' end
      from next where next.id = j.id
      returning j.id, task_id, attempts, deaths, attempts >= max_attempts as is_failed
    ), queues as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_by = any(${workerIds}::text[])
    ), woken as (
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from released
    )
    select r.id, t.identifier as name, attempts, deaths, is_failed
    from woken, released r join graphile_worker._private_tasks t on t.id = r.task_id`
}

/**
 * Without an attempt less: those that have not begun, or all of a process that must end while jobs run. Returns how many
 * were released. Those that were replaced under their key are not available to other workers.
 */
export function releaseJobs(db: Db, workerId: string, ids?: readonly string[]): Promise<number> {
  return oneValue<number>(db)`
    with released as (
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, updated_at = now(),
        attempts = case when flags ? 'replaced' then attempts else greatest(attempts - 1, 0) end
      where locked_by = ${workerId} and id = any(coalesce(${ids ?? null}::bigint[], array[id]))
      returning job_queue_id
    ), queues as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_by = ${workerId} and (${ids === undefined} or id in (select job_queue_id from released))
    ), woken as (
      select pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text) from released
    )
    select (select count(*)::int from released) as count from woken`
}
