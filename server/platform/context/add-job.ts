// Adds jobs to the queue and removes them.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { AddJobOptions, JobOrder, JobSpec } from './job.ts'

export const outsideFlag = 'outside'
export const accountFlag = /^account:/
export const longFlag = /^long:/

/** Workers must be notified after the transaction commits. */
export async function addJob<P>(
  { db, now }: { db: Db; now(): Date },
  job: JobSpec<P>,
  payload: P,
  options: AddJobOptions = {},
): Promise<void> {
  await sql`select ${jobCall({ now }, { job, payload, options })}`.execute(db)
}

/** A job that is already running ends as usual, but is not tried again. */
export async function removeJob(db: Db, key: string): Promise<void> {
  await sql`select drop_job(${key})`.execute(db)
}

/**
 * The SQL call that adds the job, for statements that also write other rows. The run time is passed as a delay, because
 * jobs run by the real time of the database.
 */
export function jobCall<P>({ now }: { now(): Date }, { job, payload, options }: JobOrder<P>): RawBuilder<unknown> {
  const delaySeconds = options.runAt ? (options.runAt.getTime() - now().getTime()) / 1000 : 0
  const flags = flagsOf(job, payload)
  return sql`add_job(
    p_identifier => ${job.name}::text,
    p_payload => ${JSON.stringify(payload)}::json,
    p_queue => ${options.queue ?? null}::text,
    p_run_at => statement_timestamp() + make_interval(secs => ${delaySeconds}),
    p_max_attempts => ${job.maxAttempts ?? 25}::int,
    p_key => ${options.key ?? null}::text,
    p_keeps_run_at => ${options.keepRunAt ?? false}::boolean,
    p_flags => ${flags ? JSON.stringify(flags) : null}::jsonb)`
}

/** The flags that a job is stored with; undefined if the job never waits for a slot. */
function flagsOf<P>({ name, waitsOutside, isLong }: JobSpec<P>, payload: P): Record<string, true> | undefined {
  if (!waitsOutside) return undefined
  const { accountId } = payload as { accountId?: number }
  return {
    [outsideFlag]: true,
    ...(isLong && { [`long:${name}`]: true }),
    ...(accountId !== undefined && { [`account:${accountId}`]: true }),
  }
}
