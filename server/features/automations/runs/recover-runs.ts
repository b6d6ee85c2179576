// Continues runs that no process executes, and ends executions that have lost their run.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { maxDeaths } from './execute-run.ts'
import { findOccupancy, listExecutions } from './in-progress.ts'
import { addRunJob, removeRunJob } from './run-job.ts'
import { releaseRun } from './store.ts'
import {
  releaseRuns,
  selectLostExecutions,
  selectOtherRunsOf,
  selectRunningProcesses,
  selectWithoutJob,
} from './store-recovery.ts'

const batch = 500

export async function recoverRuns(context: AppContext): Promise<void> {
  await releaseRunsOfDead(context)
  await endLostExecutions(context)
  await releaseUnknownRuns(context)
}

/** A process is dead if it is missing twice in succession; once can mean that its connection is being restored. */
const missingBefore = new WeakMap<object, readonly string[]>()

async function releaseRunsOfDead(context: AppContext): Promise<void> {
  const { db, liveness } = context
  const missing = await liveness.selectMissing(await selectRunningProcesses(db))
  const dead = missing.filter((id) => missingBefore.get(liveness)?.includes(id))
  missingBefore.set(liveness, missing)
  if (dead.length === 0) return
  await transaction(context, async (tx) => {
    for (const ref of await releaseRuns(tx.db, dead, batch)) await addRunJob(tx, ref)
  })
}

/** Others may have considered this process dead. Its executions end before their next effect. */
async function endLostExecutions({ db, processId }: AppContext): Promise<void> {
  const known = listExecutions(processId)
  if (known.length === 0) return
  for (const { runId, generation } of await selectLostExecutions(db, known)) {
    const occupancy = findOccupancy(processId, runId)
    if (occupancy?.ref?.generation === generation) occupancy.lose()
  }
}

/** The statement that gave this process the run was carried out after the process had given it up. */
async function releaseUnknownRuns(context: AppContext): Promise<void> {
  const { db, processId, stopping } = context
  if (stopping.aborted) return
  const found = await selectOtherRunsOf(db, processId, listExecutions(processId), batch)
  // The process may have taken some of them in the meantime, which increases their generation.
  const unknown = found.filter(({ runId }) => !findOccupancy(processId, runId))
  for (const ref of unknown)
    await transaction(context, async (tx) => {
      if (await releaseRun(tx.db, ref, { isInterrupted: undefined, isFault: false })) await addRunJob(tx, ref)
    })
}

/**
 * Adds the job of each run that has none, such as one that was set aside because processes died in it: the run itself
 * counts these deaths, and fails after too many.
 */
export async function addLackingJobs(context: AppContext): Promise<void> {
  for (const ref of await selectWithoutJob(context.db, 2 * maxDeaths, batch))
    await transaction(context, async (tx) => {
      await removeRunJob(tx, ref)
      await addRunJob(tx, ref)
    })
}
