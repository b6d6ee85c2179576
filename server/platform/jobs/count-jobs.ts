// Counts the jobs of the queue by their state, for metrics and the doctor.
import { oneRow } from '#server/platform/database/statements.ts'
import type { Db } from '../database/database.ts'
import { hasFailed } from './failed-jobs.ts'

export interface JobCounts {
  waiting: number
  /** More than five minutes past their run time and not running. */
  late: number
  /** Failed in their last attempt. */
  dead: number
}

/** Counts at most 100,000 jobs. */
export function countJobs(db: Db): Promise<JobCounts> {
  return oneRow<JobCounts>(db)`
    select count(*) filter (where attempts < max_attempts)::int as waiting,
      count(*) filter (where attempts < max_attempts and run_at < now() - interval '5 minutes'
        and locked_at is null)::int as late,
      count(*) filter (where ${hasFailed})::int as dead
    from (select attempts, max_attempts, run_at, locked_at, flags from graphile_worker.jobs limit 100000) job`
}

export const jobGauges = {
  help: {
    parley_jobs_waiting: 'Jobs that wait for their run time or for a worker, up to 100,000.',
    parley_jobs_late: 'Waiting jobs that are more than five minutes past their run time.',
    parley_jobs_given_up: 'Failed jobs: their last attempt failed or ended with its process.',
  },
  async read(db: Db) {
    const { waiting, late, dead } = await countJobs(db)
    return { parley_jobs_waiting: waiting, parley_jobs_late: late, parley_jobs_given_up: dead }
  },
}
