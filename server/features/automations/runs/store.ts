// The SQL of runs and their steps. Rows of many runs are written by one statement.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import {
  allRows,
  allValues,
  changesOne,
  countChanges,
  firstRow,
  oneValue,
} from '#server/platform/database/statements.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'
import type { NewStep, Run, RunRef, RunStatus, StoredStep } from './run.ts'

const columns = sql`
  r.account_id, r.id, r.automation_id, r.version, r.status, r.trigger, r.is_test, r.depth, r.outcome, r.response,
  r.attempt, r.deaths, r.is_interrupted, r.step_limit, r.steps_used, r.has_waited, r.wake_at, r.started_at, r.ended_at,
  r.generation`

function selectWhere(db: Db, condition: RawBuilder<unknown>): Promise<Run[]> {
  return allRows<Run>(db)`select ${columns} from automation_runs r where ${condition}`
}

export async function findRun(db: Db, { accountId, runId }: RunRef): Promise<Run | undefined> {
  return (await selectWhere(db, sql`r.account_id = ${accountId} and r.id = ${runId}`))[0]
}

export interface NewRun
  extends Pick<Run, 'accountId' | 'id' | 'automationId' | 'version' | 'trigger' | 'isTest' | 'depth' | 'stepLimit'> {
  /** The process that runs it; null if a job will. */
  processId: string | null
}

/** That of a run whose first process stores it. */
export const firstGeneration = 1

/**
 * Returns for each run whether it is stored. One that exists already is left out, unless it is that of this process, whose
 * earlier insert has succeeded although its response was lost.
 */
export async function insertRuns(db: Db, runs: readonly NewRun[]): Promise<boolean[]> {
  const ids = await allValues<string>(db)`
    insert into automation_runs
      (account_id, id, automation_id, version, status, trigger, is_test, depth, step_limit, process_id, generation,
        started_at)
    select n.account_id, n.id, n.automation_id, n.version, 'RUNNING', n.trigger::json, n.is_test, n.depth, n.step_limit,
      n.process_id, case when n.process_id is null then 0 else ${firstGeneration}::int end, app_now()
    from unnest(
      ${runs.map(({ accountId }) => accountId)}::bigint[],
      ${runs.map(({ id }) => id)}::uuid[],
      ${runs.map(({ automationId }) => automationId)}::text[],
      ${runs.map(({ version }) => version)}::int[],
      ${runs.map(({ trigger }) => jsonOf(trigger))}::text[],
      ${runs.map(({ isTest }) => isTest)}::boolean[],
      ${runs.map(({ depth }) => depth)}::int[],
      ${runs.map(({ stepLimit }) => stepLimit)}::int[],
      ${runs.map(({ processId }) => processId)}::text[]
    ) as n (account_id, id, automation_id, version, trigger, is_test, depth, step_limit, process_id)
    on conflict (account_id, id) do update set process_id = excluded.process_id
      where automation_runs.process_id = excluded.process_id and automation_runs.generation = excluded.generation
        and automation_runs.status = 'RUNNING'
    returning id`
  const stored = new Set(ids)
  return runs.map(({ id }) => stored.has(id))
}

interface End extends Pick<Run, 'outcome' | 'response' | 'stepsUsed'> {
  status: Exclude<RunStatus, 'RUNNING'>
  wakeAt: Date | null
}

/** One execution of a run. Its writes have no effect once the run was taken away from it. */
export interface ExecutionRef extends RunRef {
  /** The process that executes the run. */
  processId: string
  /** Increases whenever a process takes the run, so a write that arrives late does not count for the next execution. */
  generation: number
}

/** What a run has done since it was last written. */
export interface Progress extends ExecutionRef {
  steps: readonly NewStep[]
  /** About how many characters the steps have. */
  characters: number
  /** Undefined if the run continues. */
  end: End | undefined
}

/** Returns for each run whether it was written: a run that was deleted or that another process has is left alone. */
export async function saveProgress(db: Db, all: readonly Progress[]): Promise<boolean[]> {
  const steps = all.flatMap(({ accountId, runId, steps: own }) => own.map((step) => ({ accountId, runId, step })))
  const ends = all.flatMap(({ accountId, runId, end }) => (end ? [{ accountId, runId, end }] : []))
  const { rows } = await sql<{ runId: string }>`
    with owned as materialized (
      select r.account_id, r.id from automation_runs r
      join unnest(
        ${all.map(({ accountId }) => accountId)}::bigint[],
        ${all.map(({ runId }) => runId)}::uuid[],
        ${all.map(({ processId }) => processId)}::text[],
        ${all.map(({ generation }) => generation)}::int[]
      ) as n (account_id, id, process_id, generation)
        on n.account_id = r.account_id and n.id = r.id and n.process_id = r.process_id
          and n.generation = r.generation
      where r.status = 'RUNNING' order by r.account_id, r.id for no key update of r
    ), written_steps as (
      insert into automation_steps as s (account_id, run_id, path, attempt, position, name, type, status,
        classification, error, in_doubt, input, output, started_at, ended_at)
      select n.account_id, n.run_id, n.path, n.attempt, n.position, n.name, n.type, n.status, n.classification, n.error,
        n.in_doubt, n.input::json, n.output::json, n.started_at, n.ended_at
      from owned join unnest(
        ${steps.map(({ accountId }) => accountId)}::bigint[],
        ${steps.map(({ runId }) => runId)}::uuid[],
        ${steps.map(({ step }) => step.path)}::text[],
        ${steps.map(({ step }) => step.attempt)}::int[],
        ${steps.map(({ step }) => step.position)}::int[],
        ${steps.map(({ step }) => step.name)}::text[],
        ${steps.map(({ step }) => step.type)}::text[],
        ${steps.map(({ step }) => step.status)}::text[],
        ${steps.map(({ step }) => step.classification)}::text[],
        ${steps.map(({ step }) => step.error)}::text[],
        ${steps.map(({ step }) => step.inDoubt)}::boolean[],
        ${steps.map(({ step }) => step.input)}::text[],
        ${steps.map(({ step }) => step.output)}::text[],
        ${steps.map(({ step }) => step.startedAt)}::timestamptz[],
        ${steps.map(({ step }) => step.endedAt)}::timestamptz[]
      ) as n (account_id, run_id, path, attempt, position, name, type, status, classification, error, in_doubt, input,
        output, started_at, ended_at) on n.account_id = owned.account_id and n.run_id = owned.id
      on conflict (account_id, run_id, path, attempt) do update set status = excluded.status,
        classification = excluded.classification, error = excluded.error, in_doubt = excluded.in_doubt,
        input = excluded.input, output = excluded.output, ended_at = excluded.ended_at
    ), written_ends as (
      update automation_runs r set status = n.status, outcome = n.outcome, response = n.response::json,
        wake_at = n.wake_at, steps_used = n.steps_used, is_interrupted = false, process_id = null,
        ended_at = case when n.status <> 'PAUSED' then app_now() end
      from owned join unnest(
        ${ends.map(({ accountId }) => accountId)}::bigint[],
        ${ends.map(({ runId }) => runId)}::uuid[],
        ${ends.map(({ end }) => end.status)}::text[],
        ${ends.map(({ end }) => end.outcome)}::text[],
        ${ends.map(({ end }) => end.response && jsonOf(end.response))}::text[],
        ${ends.map(({ end }) => end.wakeAt)}::timestamptz[],
        ${ends.map(({ end }) => end.stepsUsed)}::int[]
      ) as n (account_id, id, status, outcome, response, wake_at, steps_used)
        on n.account_id = owned.account_id and n.id = owned.id
      where r.account_id = owned.account_id and r.id = owned.id
    )
    select id as run_id from owned`.execute(db)
  const owned = new Set(rows.map(({ runId }) => runId))
  return all.map(({ runId }) => owned.has(runId))
}

const jsonOf = (value: unknown): string => JSON.stringify(value ?? null)

const isExecuted = ({ accountId, runId, processId, generation }: ExecutionRef) => sql`
  r.account_id = ${accountId} and r.id = ${runId} and r.status = 'RUNNING' and r.process_id = ${processId}
    and r.generation = ${generation}`

/** Shows a step that has begun and takes long. */
export async function insertRunningStep(db: Db, ref: ExecutionRef, step: NewStep): Promise<void> {
  await sql`
    insert into automation_steps (account_id, run_id, path, attempt, position, name, type, status, classification,
      input, started_at)
    select r.account_id, r.id, ${step.path}, ${step.attempt}, ${step.position}, ${step.name}, ${step.type}, 'RUNNING',
      'ok', ${step.input}::json, ${step.startedAt}
    from automation_runs r where ${isExecuted(ref)}
    on conflict do nothing`.execute(db)
}

/** In the order in which they were begun, with every attempt. */
export function selectSteps(db: Db, { accountId, runId }: RunRef): Promise<StoredStep[]> {
  return allRows<StoredStep>(db)`
    select path, attempt, position, name, type, status, classification, error, in_doubt, input, output, started_at,
      ended_at
    from automation_steps where account_id = ${accountId} and run_id = ${runId} order by position, attempt`
}

export interface RunFilter {
  automationId: string
  status: RunStatus | undefined
  outcome: string | undefined
  /** Only earlier ones. */
  before: { createdAt: Timestamp; id: string } | undefined
}

/** Newest first. */
export function selectRuns(db: Db, accountId: number, filter: RunFilter, limit: number): Promise<Run[]> {
  const { automationId, status, outcome, before } = filter
  const isEarlier = before
    ? sql`and (r.started_at, r.id) < (${before.createdAt}::timestamptz, ${before.id}::uuid)`
    : sql``
  return selectWhere(
    db,
    sql`r.account_id = ${accountId} and r.automation_id = ${automationId}
      and (${status ?? null}::text is null or r.status = ${status ?? null})
      and (${outcome ?? null}::text is null or r.outcome = ${outcome ?? null}) ${isEarlier}
    order by r.started_at desc, r.id desc limit ${limit}`,
  )
}

/**
 * Returns undefined if the run has ended, or if another process has it. This process has it already if the response to an
 * earlier claim was lost.
 */
export function claimRun(db: Db, { accountId, runId }: RunRef, processId: string): Promise<Run | undefined> {
  return firstRow<Run>(db)`
    update automation_runs r set process_id = ${processId}, generation = r.generation + 1
    where r.account_id = ${accountId} and r.id = ${runId} and r.status = 'RUNNING'
      and (r.process_id is null or r.process_id = ${processId})
    returning ${columns}`
}

/** For a retry. Returns false unless the run has failed and no delay has ended in it. Then it waits for a job. */
export function reopenRunRow(db: Db, { accountId, runId }: RunRef): Promise<boolean> {
  return changesOne(db)`
    update automation_runs set status = 'RUNNING', attempt = attempt + 1, deaths = 0, steps_used = 0,
      is_interrupted = false, process_id = null, ended_at = null
    where account_id = ${accountId} and id = ${runId} and status = 'FAILED' and not has_waited`
}

/** Wakes the paused runs whose time has come, and returns them. Then they wait for a job. */
export function wakeRuns(db: Db, limit: number): Promise<RunRef[]> {
  return allRows<RunRef>(db)`
    update automation_runs r set status = 'RUNNING', wake_at = null, has_waited = true
    from (
      select account_id, id from automation_runs where status = 'PAUSED' and wake_at <= app_now()
      order by wake_at limit ${limit} for update skip locked) due
    where r.account_id = due.account_id and r.id = due.id
    returning r.account_id, r.id as run_id`
}

export function findNextWake(db: Db): Promise<string | null> {
  return oneValue<string | null>(db)`
    select min(wake_at) as at from automation_runs where status = 'PAUSED'`
}

export async function forgetDeaths(db: Db, ref: ExecutionRef): Promise<void> {
  await sql`update automation_runs r set deaths = 0 where ${isExecuted(ref)}`.execute(db)
}

/**
 * For a run that its process does not continue. Then it waits for a job. Returns the number of deaths. Without a
 * generation, it is not known whether the process has taken the run. Without `isInterrupted`, no step has begun.
 */
export function releaseRun(
  db: Db,
  { accountId, runId, processId, generation }: RunRef & Pick<ExecutionRef, 'processId'> & Partial<ExecutionRef>,
  { isInterrupted, isFault }: { isInterrupted: boolean | undefined; isFault: boolean },
): Promise<{ deaths: number } | undefined> {
  return firstRow<{ deaths: number }>(db)`
    update automation_runs set process_id = null,
      is_interrupted = coalesce(${isInterrupted ?? null}::boolean, is_interrupted),
      deaths = deaths + ${isFault ? 1 : 0}::int
    where account_id = ${accountId} and id = ${runId} and status = 'RUNNING' and process_id = ${processId}
      and generation = coalesce(${generation ?? null}::int, generation)
    returning deaths`
}

/** Runs that have ended. Returns how many were deleted. */
export function deleteOldRuns(db: Db, days: number, limit: number): Promise<number> {
  return countChanges(db)`
    delete from automation_runs where (account_id, id) in (
      select account_id, id from automation_runs where ended_at < app_now() - make_interval(days => ${days})
      order by ended_at limit ${limit} for update skip locked)`
}

/** Returns how many were deleted. */
export function deleteRunsOf(
  db: Db,
  { accountId, automationId }: { accountId: number; automationId: string },
  limit: number,
): Promise<number> {
  return countChanges(db)`
    delete from automation_runs where account_id = ${accountId} and id in (
      select id from automation_runs where account_id = ${accountId} and automation_id = ${automationId}
      order by id limit ${limit} for update)`
}

/** Runs of the flow that wait for a job, up to the limit. */
export function countWaiting(
  db: Db,
  { accountId, automationId }: { accountId: number; automationId: string },
  limit: number,
): Promise<number> {
  return oneValue<number>(db)`
    select count(*)::int as count from (
      select from automation_runs where account_id = ${accountId} and automation_id = ${automationId}
        and status = 'RUNNING' and process_id is null limit ${limit}) waiting`
}
