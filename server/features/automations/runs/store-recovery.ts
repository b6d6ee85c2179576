// SQL that finds runs of dead processes, and runs without an execution or a job.
import type { Db } from '#server/platform/database/database.ts'
import { allRows, allValues, hasRows } from '#server/platform/database/statements.ts'
import type { RunRef } from './run.ts'
import { runJobKeyPrefix } from './run-job.ts'
import type { ExecutionRef } from './store.ts'

/** Processes that have runs. */
export function selectRunningProcesses(db: Db): Promise<string[]> {
  return allValues<string>(db)`
    select distinct process_id from automation_runs where status = 'RUNNING' and process_id is not null`
}

/** Takes runs away from dead processes. Then they wait for a job. */
export function releaseRuns(db: Db, processIds: readonly string[], limit: number): Promise<RunRef[]> {
  return allRows<RunRef>(db)`
    update automation_runs r set process_id = null, is_interrupted = true, deaths = deaths + 1
    from (
      select account_id, id from automation_runs
      where status = 'RUNNING' and process_id = any(${processIds}::text[]) limit ${limit} for update skip locked) orphan
    where r.account_id = orphan.account_id and r.id = orphan.id
    returning r.account_id, r.id as run_id`
}

/** The runs that the database attributes to the process, except those of these executions. */
export function selectOtherRunsOf(
  db: Db,
  processId: string,
  known: readonly ExecutionRef[],
  limit: number,
): Promise<ExecutionRef[]> {
  return allRows<ExecutionRef>(db)`
    select account_id, id as run_id, process_id, generation from automation_runs
    where status = 'RUNNING' and process_id = ${processId} and id <> all(${known.map(({ runId }) => runId)}::uuid[])
    limit ${limit}`
}

/** Returns those of the executions that no longer have their run. */
export function selectLostExecutions(db: Db, known: readonly ExecutionRef[]): Promise<ExecutionRef[]> {
  return allRows<ExecutionRef>(db)`
    select n.account_id, n.id as run_id, n.process_id, n.generation from unnest(
      ${known.map(({ accountId }) => accountId)}::bigint[],
      ${known.map(({ runId }) => runId)}::uuid[],
      ${known.map(({ processId }) => processId)}::text[],
      ${known.map(({ generation }) => generation)}::int[]
    ) as n (account_id, id, process_id, generation)
    where not exists (
      select from automation_runs r where r.account_id = n.account_id and r.id = n.id and r.status = 'RUNNING'
        and r.process_id = n.process_id and r.generation = n.generation)`
}

/** Whether the run waits for a job: no process has it. */
export function isWaiting(db: Db, { accountId, runId }: RunRef): Promise<boolean> {
  return hasRows(db)`
    select from automation_runs
    where account_id = ${accountId} and id = ${runId} and status = 'RUNNING' and process_id is null`
}

/**
 * Runs that wait for a job although there is none that can run. A job that was set aside counts if processes have died in
 * the run more than `maxDeaths` times: then they die before the run can fail by itself.
 */
export function selectWithoutJob(db: Db, maxDeaths: number, limit: number): Promise<RunRef[]> {
  return allRows<RunRef>(db)`
    select r.account_id, r.id as run_id from automation_runs r
    where r.status = 'RUNNING' and r.process_id is null and not exists (
      select from graphile_worker._private_jobs j
      where j.key = ${runJobKeyPrefix} || r.id and (j.locked_at is not null or j.attempts < j.max_attempts
        or (coalesce(j.flags ? 'set_aside', false) and r.deaths > ${maxDeaths})))
    limit ${limit}`
}
