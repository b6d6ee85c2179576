// Runs flows outside of requests: those that events start, and those that are resumed after a pause or a crash.
import { actFor } from '#server/features/accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { RunRef } from './run.ts'
import { addRunJob } from './run-job.ts'
import { resumeRun } from './runner.ts'
import { releaseRuns, selectRunningProcesses } from './store.ts'

export async function runInJob(context: AppContext, ref: RunRef): Promise<void> {
  const ctx = await actFor(context, ref.accountId)
  const run = ctx && (await resumeRun(ctx, ref))
  await run?.ended
}

const batch = 500

/** A process is dead if it is missing twice in succession; once can mean that its connection is being restored. */
const missingBefore = new WeakMap<object, readonly string[]>()

/** Resumes the runs of dead processes. */
export async function recoverRuns(context: AppContext): Promise<void> {
  const { db, liveness } = context
  const missing = await liveness.selectMissing(await selectRunningProcesses(db))
  const dead = missing.filter((id) => missingBefore.get(liveness)?.includes(id))
  missingBefore.set(liveness, missing)
  if (dead.length === 0) return
  await transaction(context, async (tx) => {
    for (const ref of await releaseRuns(tx.db, dead, batch)) await addRunJob(tx, ref)
  })
}
