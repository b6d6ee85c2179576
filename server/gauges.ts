// What the operator of this installation can read of it as figures.
import { sql } from 'kysely'
import { selectHeld } from './features/billing/index.ts'
import { messageStatuses } from './features/messages/index.ts'
import { webhookAttempts } from './features/webhooks/index.ts'
import type { Db } from './platform/database/database.ts'
import type { MetricsRegistry } from './platform/observability/metrics.ts'

/** Counted from the start, so that what has not happened yet shows as 0. */
export const eventCounters = [messageStatuses, webhookAttempts]

/** The same whichever process of an installation is asked, unlike the counters. */
export function registerGauges({ registerGauges: lookUp }: MetricsRegistry, db: Db): void {
  lookUp(
    {
      parley_jobs_waiting: 'Jobs that wait for their time or for a worker; at most 100,000 are counted.',
      parley_jobs_late: 'Of them, those whose time was five minutes ago and that nobody works on.',
      parley_jobs_given_up: 'Jobs that failed, or whose process died, at their last attempt.',
      parley_holds: 'Amounts put aside for what is under way.',
      parley_held_usd: 'US dollars put aside for what is under way.',
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
  /** Their time was five minutes ago, and nobody works on them. */
  late: number
  /** Given up after their last attempt. */
  dead: number
}

/** Looks at no more than 100,000. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where attempts < max_attempts)::int as waiting,
      count(*) filter (where attempts < max_attempts and run_at < now() - interval '5 minutes'
        and locked_at is null)::int as late,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as dead
    from (select attempts, max_attempts, run_at, locked_at from graphile_worker.jobs limit 100000) job`.execute(db)
  return rows[0]!
}
