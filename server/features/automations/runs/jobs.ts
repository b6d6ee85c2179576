// The jobs that run flows outside of requests: those that events start, and those that go on after a pause or a crash.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { RunRef } from './run.ts'
import { resumeRun } from './runner.ts'
import { claimRun, releaseRuns, selectRunningProcesses } from './store.ts'

interface RunJob extends RunRef {
  /** The run was begun before. */
  isResumed: boolean
}

export const runJob: JobSpec<RunJob> = { name: 'automations.run', waitsOutside: true }

/** For runs that no process has. */
export const addRunJob = ({ addJob }: Pick<AppTx, 'addJob'>, ref: RunJob): Promise<void> =>
  addJob(runJob, ref, { key: `automation-run:${ref.runId}` })

export async function runInJob(context: AppContext, { accountId, runId, isResumed }: RunJob): Promise<void> {
  const ctx = await actFor(context, accountId)
  const run = ctx && (await claimRun(ctx.db, { accountId, runId }, ctx.processId))
  if (!run) return
  const { ended } = await resumeRun(ctx, run, { isResumed })
  await ended
}

const batch = 500

/** Lets runs of dead processes go on. */
export async function recoverRuns(context: AppContext): Promise<void> {
  const processIds = await selectRunningProcesses(context.db)
  const missing = await context.liveness.selectMissing(processIds)
  if (missing.length === 0) return
  await transaction(context, async (tx) => {
    for (const ref of await releaseRuns(tx.db, missing, batch)) await addRunJob(tx, { ...ref, isResumed: true })
  })
}
