// Adds runs of tests, which a job carries out, and cancels them.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { takeRequest } from '#server/platform/rate-limit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getAssistant, getRun, getTest, type TestRef } from './get-test.ts'
import { addRunJob } from './run-job.ts'
import { selectTests } from './store.ts'
import { cancelOpenRun, insertRun, selectLatestRuns } from './store-runs.ts'
import type { RunHead } from './test.ts'

const dayMs = 86_400_000

/** Returns the open run if there is one. Refuses with `TOO_MANY_RUNS`. */
export async function startRun(ctx: AccountContext, ref: TestRef): Promise<RunHead> {
  await getTest(ctx, ref)
  const [run] = await startRuns(ctx, ref.assistantId, [ref.testId])
  const [latest] = run ? [run] : await selectLatestRuns(ctx.db, ctx.account.id, [ref.testId])
  if (!latest) throw new Refusal('TEST_NOT_FOUND')
  return latest
}

/** Tests with an open run get no other. Refuses with `TOO_MANY_RUNS` if none can be started. */
export async function startAllRuns(ctx: AccountContext, assistantId: number): Promise<RunHead[]> {
  await getAssistant(ctx, assistantId)
  const tests = await selectTests(ctx.db, ctx.account.id, assistantId)
  return startRuns(
    ctx,
    assistantId,
    tests.map(({ id }) => id),
  )
}

async function startRuns(ctx: AccountContext, assistantId: number, testIds: readonly number[]): Promise<RunHead[]> {
  const accountId = ctx.account.id
  const latest = await selectLatestRuns(ctx.db, accountId, testIds)
  const open = new Set(latest.filter(({ finishedAt }) => finishedAt === null).map(({ testId }) => testId))
  const runs: RunHead[] = []
  for (const testId of testIds.filter((id) => !open.has(id))) {
    if (!(await mayRun(ctx))) {
      if (runs.length === 0) throw new Refusal('TOO_MANY_RUNS')
      break
    }
    const run = await transaction(ctx, async (tx) => {
      const added = await insertRun(tx.db, accountId, testId)
      if (!added) return undefined
      await addRunJob(tx, { accountId, runId: added.id })
      await tx.emit('assistant-test.run', { accountId, assistantId, testId, runId: added.id, status: added.status })
      return added
    })
    if (run) runs.push(run)
  }
  return runs
}

async function mayRun({ db, account, settings }: AccountContext): Promise<boolean> {
  const requests = settings.assistantTestRunsPerDay
  if (requests === 0) return false
  return (await takeRequest(db, `assistant-tests:${account.id}`, { requests, windowMs: dayMs })).accepted
}

export async function cancelRun(ctx: AccountContext, ref: TestRef & { runId: number }): Promise<RunHead> {
  const run = await getRun(ctx, ref)
  const cancelled = await transaction(ctx, async (tx) => {
    const changed = await cancelOpenRun(tx.db, tx.account.id, ref.runId)
    if (changed) await tx.emit('assistant-test.run', { accountId: tx.account.id, ...ref, status: changed.status })
    return changed
  })
  return cancelled ?? run
}
