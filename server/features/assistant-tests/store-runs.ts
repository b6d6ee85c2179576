// The SQL of runs of tests.
import { sql } from 'kysely'
import { testLimits } from '#contract/assistant-tests/test-fields.ts'
import type { Db } from '#server/platform/database/database.ts'
import { allRows, changesOne, firstRow, hasRows } from '#server/platform/database/statements.ts'
import type { Run, RunHead, RunStatus, TestResult } from './test.ts'

const head = sql`r.id, r.test_id, r.status, r.assistant_version, r.message, r.created_at, r.started_at, r.finished_at`

/** The latest run of each test. */
export function selectLatestRuns(db: Db, accountId: number, testIds: readonly number[]): Promise<RunHead[]> {
  return allRows<RunHead>(db)`
    select distinct on (r.test_id) ${head} from assistant_test_runs r
    where r.account_id = ${accountId} and r.test_id = any(${testIds}::bigint[])
    order by r.test_id, r.id desc`
}

/** Newest first. */
export function selectRuns(db: Db, accountId: number, testId: number): Promise<RunHead[]> {
  return allRows<RunHead>(db)`
    select ${head} from assistant_test_runs r
    where r.account_id = ${accountId} and r.test_id = ${testId}
    order by r.id desc limit ${testLimits.keptRuns}`
}

export function findRun(
  db: Db,
  accountId: number,
  { testId, runId }: { testId: number; runId: number },
): Promise<Run | undefined> {
  return firstRow<Run>(db)`
    select ${head}, r.result from assistant_test_runs r
    where r.account_id = ${accountId} and r.test_id = ${testId} and r.id = ${runId}`
}

/** Returns undefined if a run of the test is waiting or in progress, or the test does not exist. */
export function insertRun(db: Db, accountId: number, testId: number): Promise<RunHead | undefined> {
  return firstRow<RunHead>(db)`
    insert into assistant_test_runs as r (account_id, test_id, status, created_at)
    select account_id, id, 'queued', app_now() from assistant_tests
    where account_id = ${accountId} and id = ${testId} for key share
    on conflict (account_id, test_id) where status in ('queued', 'running') do nothing
    returning ${head}`
}

/** Returns undefined if the run has ended. A run that another process has begun is taken from it. */
export function claimRun(
  db: Db,
  accountId: number,
  { runId, claim }: { runId: number; claim: string },
): Promise<(RunHead & { attempts: number }) | undefined> {
  return firstRow<RunHead & { attempts: number }>(db)`
    update assistant_test_runs r set status = 'running', claim = ${claim}, attempts = attempts + 1,
      started_at = app_now()
    where r.account_id = ${accountId} and r.id = ${runId} and r.status in ('queued', 'running')
    returning ${head}, r.attempts`
}

export async function setAssistantVersion(
  db: Db,
  accountId: number,
  { runId, version }: { runId: number; version: number },
): Promise<void> {
  await sql`
    update assistant_test_runs set assistant_version = ${version}
    where account_id = ${accountId} and id = ${runId}`.execute(db)
}

export function isClaimed(
  db: Db,
  accountId: number,
  { runId, claim }: { runId: number; claim: string },
): Promise<boolean> {
  return hasRows(db)`
    select from assistant_test_runs
    where account_id = ${accountId} and id = ${runId} and claim = ${claim} and status = 'running'`
}

/** Returns false if the run was cancelled, deleted or taken by another process. */
export function finishRun(
  db: Db,
  accountId: number,
  run: { runId: number; claim: string; status: RunStatus; message: string | null; result: TestResult | null },
): Promise<boolean> {
  return changesOne(db)`
    update assistant_test_runs set status = ${run.status}, message = ${run.message}, finished_at = app_now(),
      claim = null, result = ${run.result === null ? null : JSON.stringify(run.result)}::json
    where account_id = ${accountId} and id = ${run.runId} and claim = ${run.claim} and status = 'running'`
}

/** The process stops, so another one begins the run again. */
export function releaseRun(
  db: Db,
  accountId: number,
  { runId, claim }: { runId: number; claim: string },
): Promise<boolean> {
  return changesOne(db)`
    update assistant_test_runs set status = 'queued', claim = null, attempts = attempts - 1, started_at = null
    where account_id = ${accountId} and id = ${runId} and claim = ${claim} and status = 'running'`
}

/** Returns undefined if the run has ended. */
export function cancelOpenRun(db: Db, accountId: number, runId: number): Promise<RunHead | undefined> {
  return firstRow<RunHead>(db)`
    update assistant_test_runs r set status = 'cancelled', finished_at = app_now(), claim = null
    where r.account_id = ${accountId} and r.id = ${runId} and r.status in ('queued', 'running')
    returning ${head}`
}

export async function deleteOldRuns(db: Db, accountId: number, testId: number): Promise<void> {
  await sql`
    delete from assistant_test_runs
    where account_id = ${accountId} and test_id = ${testId} and finished_at is not null and id < (
      select min(id) from (
        select id from assistant_test_runs where account_id = ${accountId} and test_id = ${testId}
        order by id desc limit ${testLimits.keptRuns}) latest)`.execute(db)
}
