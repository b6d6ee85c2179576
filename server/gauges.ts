// Metrics that are counted from events or read from the database.
import { sql } from 'kysely'
import { selectHeld } from './features/billing/index.ts'
import { messageStatuses } from './features/messages/index.ts'
import { webhookAttempts } from './features/webhooks/index.ts'
import type { Db } from './platform/database/database.ts'
import type { MetricsRegistry } from './platform/observability/metrics.ts'

/** Registered at startup, so that they are 0 before the first event. */
export const eventCounters = [messageStatuses, webhookAttempts]

/** Unlike counters, gauges have the same values in all processes. */
export function registerGauges(metrics: MetricsRegistry, db: Db): void {
  metrics.registerGauges(
    {
      parley_jobs_waiting: 'Jobs that wait for their run time or for a worker, up to 100,000.',
      parley_jobs_late: 'Waiting jobs that are more than five minutes past their run time.',
      parley_jobs_given_up: 'Failed jobs: their last attempt failed or ended with its process.',
      parley_holds: 'The number of holds.',
      parley_held_usd: 'The sum of all holds in US dollars.',
    },
    async () => {
      const [jobs, held] = await Promise.all([countJobs(db), selectHeld(db)])
      return {
        parley_jobs_waiting: jobs.waiting,
        parley_jobs_late: jobs.late,
        parley_jobs_given_up: jobs.dead,
        parley_holds: held.count,
        parley_held_usd: held.micros / 1_000_000,
      }
    },
  )
}

export interface JobCounts {
  waiting: number
  /** More than five minutes past their run time and not running. */
  late: number
  /** Failed in their last attempt. */
  dead: number
}

/** Counts at most 100,000 jobs. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where attempts < max_attempts)::int as waiting,
      count(*) filter (where attempts < max_attempts and run_at < now() - interval '5 minutes'
        and locked_at is null)::int as late,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead
    from (select attempts, max_attempts, run_at, locked_at from graphile_worker.jobs limit 100000) job`.execute(db)
  return rows[0]!
}
