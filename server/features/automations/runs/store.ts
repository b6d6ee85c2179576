// The SQL of runs and their steps. Rows of many runs are written by one statement.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Response, Run, RunRef, RunStatus, StepRow } from './run.ts'

const columns = sql`
  r.account_id, r.id, r.automation_id, r.version, r.status, r.trigger, r.is_test, r.depth, r.outcome, r.response,
  r.attempt, r.has_waited, r.wake_at, r.started_at, r.ended_at`

async function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<Run[]> {
  const { rows } = await sql<Run>`select ${columns} from automation_runs r where ${condition}`.execute(db)
  return rows
}

export async function findRun(db: Db, { accountId, runId }: RunRef): Promise<Run | undefined> {
  return (await selectWhere(db, sql`r.account_id = ${accountId} and r.id = ${runId}`))[0]
}

export interface NewRun
  extends Pick<Run, 'accountId' | 'id' | 'automationId' | 'version' | 'trigger' | 'isTest' | 'depth'> {
  /** The process that runs it; null if a job will. */
  processId: string | null
}

/** Runs that exist already are left out. */
export async function insertRuns(db: Db, runs: readonly NewRun[]): Promise<void> {
  const rows = runs.map(({ trigger, ...run }) => ({ ...run, trigger }))
  await sql`
    insert into automation_runs
      (account_id, id, automation_id, version, status, trigger, is_test, depth, process_id, started_at)
    select n."accountId", n.id, n."automationId", n.version, 'RUNNING', n.trigger, n."isTest", n.depth, n."processId",
      app_now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as n ("accountId" bigint, id uuid, "automationId" text,
      version int, trigger json, "isTest" boolean, depth int, "processId" text)
    on conflict do nothing`.execute(db)
}

/** What a run has done since it was last written. */
export interface Progress extends RunRef {
  steps: readonly StepRow[]
  /** Undefined if the run goes on. */
  end:
    | { status: Exclude<RunStatus, 'RUNNING'>; outcome: string | null; response: Response | null; wakeAt: Date | null }
    | undefined
}

export async function saveProgress(db: Db, all: readonly Progress[]): Promise<void> {
  const steps = all.flatMap(({ accountId, runId, steps: own }) => own.map((step) => ({ accountId, runId, ...step })))
  const ends = all.flatMap(({ accountId, runId, end }) => (end ? [{ accountId, runId, ...end }] : []))
  await sql`
    with steps as (
      insert into automation_steps as s (account_id, run_id, path, attempt, position, name, type, status,
        classification, error, in_doubt, input, output, started_at, ended_at)
      select n."accountId", n."runId", n.path, n.attempt, n.position, n.name, n.type, n.status, n.classification,
        n.error, n."inDoubt", n.input, n.output, n."startedAt", n."endedAt"
      from json_to_recordset(${JSON.stringify(steps)}::json) as n ("accountId" bigint, "runId" uuid, path text,
        attempt int, position int, name text, type text, status text, classification text, error text,
        "inDoubt" boolean, input json, output json, "startedAt" timestamptz, "endedAt" timestamptz)
      on conflict (account_id, run_id, path, attempt) do update set status = excluded.status,
        classification = excluded.classification, error = excluded.error, in_doubt = excluded.in_doubt,
        input = excluded.input, output = excluded.output, ended_at = excluded.ended_at
    )
    update automation_runs r set status = e.status, outcome = e.outcome, response = e.response, wake_at = e."wakeAt",
      process_id = null, ended_at = case when e.status <> 'PAUSED' then app_now() end
    from json_to_recordset(${JSON.stringify(ends)}::json) as e ("accountId" bigint, "runId" uuid, status text,
      outcome text, response json, "wakeAt" timestamptz)
    where r.account_id = e."accountId" and r.id = e."runId" and r.status = 'RUNNING'`.execute(db)
}

/** In the order in which they were begun, with every attempt. */
export async function selectSteps(db: Db, { accountId, runId }: RunRef): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select path, attempt, position, name, type, status, classification, error, in_doubt, input, output, started_at,
      ended_at
    from automation_steps where account_id = ${accountId} and run_id = ${runId} order by position, attempt`.execute(db)
  return rows
}

export interface RunFilter {
  automationId: string
  status: RunStatus | undefined
  outcome: string | undefined
}

/** Newest first. */
export function selectRuns(db: Db, accountId: number, filter: RunFilter, limit: number): Promise<Run[]> {
  const { automationId, status, outcome } = filter
  return selectWhere(
    db,
    sql`r.account_id = ${accountId} and r.automation_id = ${automationId}
      and (${status ?? null}::text is null or r.status = ${status ?? null})
      and (${outcome ?? null}::text is null or r.outcome = ${outcome ?? null})
    order by r.started_at desc, r.id desc limit ${limit}`,
  )
}

/** Claims a run that no process has. Returns undefined if it has ended, or if another process has it. */
export async function claimRun(db: Db, { accountId, runId }: RunRef, processId: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update automation_runs r set process_id = ${processId}
    where r.account_id = ${accountId} and r.id = ${runId} and r.status = 'RUNNING' and r.process_id is null
    returning ${columns}`.execute(db)
  return rows[0]
}

/** For a retry. Returns undefined unless the run has failed and no delay has ended in it. */
export async function reopenRun(db: Db, { accountId, runId }: RunRef, processId: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update automation_runs r set status = 'RUNNING', attempt = attempt + 1, process_id = ${processId}, ended_at = null
    where r.account_id = ${accountId} and r.id = ${runId} and r.status = 'FAILED' and not r.has_waited
    returning ${columns}`.execute(db)
  return rows[0]
}

/** Lets paused runs go on whose time has come, and returns them. They wait for a job then. */
export async function wakeRuns(db: Db, limit: number): Promise<RunRef[]> {
  const { rows } = await sql<RunRef>`
    update automation_runs r set status = 'RUNNING', wake_at = null, has_waited = true
    from (
      select account_id, id from automation_runs where status = 'PAUSED' and wake_at <= app_now()
      order by wake_at limit ${limit} for update skip locked) due
    where r.account_id = due.account_id and r.id = due.id
    returning r.account_id, r.id as run_id`.execute(db)
  return rows
}

export async function findNextWake(db: Db): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select min(wake_at) as at from automation_runs where status = 'PAUSED'`.execute(db)
  return rows[0]!.at
}

/** Processes that have runs. */
export async function selectRunningProcesses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ processId: string }>`
    select distinct process_id from automation_runs where status = 'RUNNING' and process_id is not null`.execute(db)
  return rows.map(({ processId }) => processId)
}

/** Takes runs away from dead processes. They wait for a job then. */
export async function releaseRuns(db: Db, processIds: readonly string[], limit: number): Promise<RunRef[]> {
  const { rows } = await sql<RunRef>`
    update automation_runs r set process_id = null
    from (
      select account_id, id from automation_runs
      where status = 'RUNNING' and process_id = any(${processIds}::text[]) limit ${limit} for update skip locked) orphan
    where r.account_id = orphan.account_id and r.id = orphan.id
    returning r.account_id, r.id as run_id`.execute(db)
  return rows
}

export async function deleteOldRuns(db: Db, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from automation_runs where (account_id, id) in (
      select account_id, id from automation_runs where ended_at < app_now() - make_interval(days => ${days})
      order by ended_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
