// The jobs that run flows outside of requests: those that events start, and those that go on after a pause or a crash.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { addRunJob, type RunJob } from './run-job.ts'
import { resumeRun } from './runner.ts'
import { claimRun, releaseRuns, selectRunningProcesses } from './store.ts'

export async function runInJob(context: AppContext, { accountId, runId, isInterrupted }: RunJob): Promise<void> {
  const ctx = await actFor(context, accountId)
  const run = ctx && (await claimRun(ctx.db, { accountId, runId }, ctx.processId))
  if (!run) return
  const { ended } = await resumeRun(ctx, run, { isInterrupted })
  await ended
}

const batch = 500

/** Lets runs of dead processes go on. */
export async function recoverRuns(context: AppContext): Promise<void> {
  const processIds = await selectRunningProcesses(context.db)
  const missing = await context.liveness.selectMissing(processIds)
  if (missing.length === 0) return
  await transaction(context, async (tx) => {
    for (const ref of await releaseRuns(tx.db, missing, batch)) await addRunJob(tx, { ...ref, isInterrupted: true })
  })
}
