// Jobs whose process has died are given to others within seconds; by itself the queue waits for four hours.
import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import type { Presence } from './presence.ts'

export interface AliveOptions {
  /** The name under which the worker locks its jobs. */
  workerId: string
  presence: Presence
  db: Db
  log: Log
  lookEveryMs?: number
}

const presetLookEveryMs = 2_000

/**
 * Shows that the worker lives, and looks for others that do not. Who is missing twice in succession counts as dead; once
 * may be a connection that is just made anew.
 */
export function stayAlive({
  workerId,
  presence,
  db,
  log,
  lookEveryMs = presetLookEveryMs,
}: AliveOptions): AsyncDisposable {
  const shown = presence.show(workerId)
  let closed = false
  let missing: string[] = []
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    try {
      const found = await presence.selectMissing(await selectHolders(db))
      const dead = found.filter((one) => missing.includes(one))
      missing = found
      if (dead.length === 0) return
      const count = await release(db, dead)
      log.warn({ workers: dead.length, jobs: count }, 'jobs of processes that died are given to others')
    } catch (error) {
      if (!closed) log.warn({ error }, 'jobs of dead processes could not be looked for')
    }
  }

  function lookOn(): void {
    looking = look().then(() => {
      if (!closed) timer = setTimeout(lookOn, lookEveryMs).unref()
    })
  }

  lookOn()
  return {
    async [Symbol.asyncDispose]() {
      closed = true
      clearTimeout(timer)
      await looking
      await shown[Symbol.asyncDispose]()
    },
  }
}

/** Workers that hold jobs or queues. */
async function selectHolders(db: Db): Promise<string[]> {
  const { rows } = await sql<{ workerId: string }>`
    select locked_by as "workerId" from graphile_worker._private_jobs where locked_by is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_by is not null`.execute(db)
  return rows.map(({ workerId }) => workerId)
}

/**
 * A death is hardly the job's fault: it has one more attempt, up to 25, so that a job that kills is given up one day.
 * One that was replaced under its key while it ran is over: the newer one does its work.
 */
async function release(db: Db, workerIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with abandoned as (
      select id, coalesce(flags ? 'replaced', false) as replaced
      from graphile_worker._private_jobs where locked_by = any(${workerIds}::text[]) for update
    ), dropped as (
      delete from graphile_worker._private_jobs where id in (select id from abandoned where replaced)
    ), jobs as (
      update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, max_attempts = greatest(max_attempts, least(max_attempts + 1, 25))
      where id in (select id from abandoned where not replaced)
      returning 1
    ), queues as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
      where locked_by = any(${workerIds}::text[]) returning 1
    )
    select count(*)::int as count, pg_notify('jobs:insert', json_build_object('r', random(), 'count', count(*))::text)
    from jobs`.execute(db)
  return rows[0]!.count
}
