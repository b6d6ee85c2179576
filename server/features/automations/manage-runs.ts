// Starts, lists and retries runs.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Cursor } from '#server/platform/database/select-page.ts'
import { readCursor, writeCursor } from '#server/platform/http/replies/cursor.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { withPatience } from '#server/platform/time/with-timeout.ts'
import { findFlow } from './automation/store.ts'
import { getAutomation, getWithFlow } from './change-automation.ts'
import { requireStarter } from './permissions/permissions.ts'
import { reopenRun } from './runs/reopen-run.ts'
import type { Run, RunStatus, StoredStep } from './runs/run.ts'
import { resumeRun, startRun } from './runs/runner.ts'
import { findRun, selectRuns, selectSteps } from './runs/store.ts'

/** A run that ends at once is reported with its end. */
const patienceMs = 100

async function statusSoon(ended: Promise<{ status: RunStatus } | undefined>): Promise<RunStatus> {
  return (await withPatience(patienceMs, ended))?.status ?? 'RUNNING'
}

/** Refuses with `AUTOMATION_NOT_FOUND` and `FORBIDDEN`. The key of an idempotent operation becomes the id of the run. */
export async function runByHand(
  ctx: AccountContext,
  { id, input }: { id: string; input: Record<string, unknown> | undefined },
  operation?: IdempotentOperation,
): Promise<{ runId: string; status: RunStatus }> {
  const { automation, flow } = await getWithFlow(ctx, id)
  await requireStarter(ctx, flow)
  const runId = operation?.key ?? ctx.newId()
  const before = operation?.isResumed ? await findRun(ctx.db, { accountId: ctx.account.id, runId }) : undefined
  if (before) return { runId, status: before.status }
  const started = await startRun(ctx, automation, { id: runId, trigger: input ?? automation.sample ?? {} })
  return { runId, status: started ? await statusSoon(started.ended) : 'RUNNING' }
}

export interface RunFilter {
  status: RunStatus | undefined
  outcome: string | undefined
  limit: number
  /** The `nextCursor` of an earlier page. */
  cursor: string | undefined
}

/** Refuses with `AUTOMATION_NOT_FOUND`. Throws `InvalidInput` for a cursor that is not of this list. */
export async function listRuns(
  ctx: AccountContext,
  id: string,
  { limit, cursor, ...filter }: RunFilter,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const { id: automationId } = await getAutomation(ctx, id)
  const list = `runs:${automationId}`
  const before: Cursor<string> | undefined = cursor === undefined ? undefined : readCursor(ctx, list, cursor)
  const found = await selectRuns(ctx.db, ctx.account.id, { automationId, ...filter, before }, limit + 1)
  const runs = found.slice(0, limit)
  const last = found.length > limit ? runs.at(-1) : undefined
  const nextCursor = last ? writeCursor(ctx, list, { direction: 'next', createdAt: last.startedAt, id: last.id }) : null
  return { runs, nextCursor }
}

/** Refuses with `AUTOMATION_NOT_FOUND` and `RUN_NOT_FOUND`. */
export async function getRun(
  ctx: AccountContext,
  id: string,
  runId: string,
): Promise<{ run: Run; steps: StoredStep[] }> {
  await getAutomation(ctx, id)
  const run = orRefuse(await findRunOf(ctx, id, runId), 'RUN_NOT_FOUND')
  return { run, steps: await selectSteps(ctx.db, { accountId: ctx.account.id, runId }) }
}

async function findRunOf(ctx: AccountContext, automationId: string, runId: string): Promise<Run | undefined> {
  const run = isUuid(runId) ? await findRun(ctx.db, { accountId: ctx.account.id, runId }) : undefined
  return run?.automationId === automationId ? run : undefined
}

/** Refuses with `AUTOMATION_NOT_FOUND`, `not_found`, `FORBIDDEN`, `retry_no_op` and `retry_failed`. */
export async function retryRun(
  ctx: AccountContext,
  id: string,
  runId: string,
): Promise<{ status: RunStatus; isInDoubt: boolean }> {
  await getAutomation(ctx, id)
  const run = orRefuse(await findRunOf(ctx, id, runId), 'not_found')
  if (run.status !== 'FAILED') throw new Refusal('retry_no_op')
  if (run.hasWaited)
    throw new Refusal('retry_no_op', 'The run has passed a delay, so its data are old. Start a new run instead.')
  const flow = await findFlow(ctx.db, ctx.account.id, run)
  if (flow) await requireStarter(ctx, flow)
  const ref = { accountId: ctx.account.id, runId }
  const isInDoubt = (await selectSteps(ctx.db, ref)).some(({ status, inDoubt }) => status === 'FAILED' && inDoubt)
  // Another request may have retried it.
  if (!(await reopenRun(ctx, ref))) throw new Refusal('retry_failed')
  const resumed = await resumeRun(ctx, ref)
  return { status: resumed ? await statusSoon(resumed.ended) : 'RUNNING', isInDoubt }
}
