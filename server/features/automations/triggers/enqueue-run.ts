// Stores a run in a transaction; a job runs it.
import type { Tx } from '#server/platform/context/context.ts'
import type { Automation } from '../automation/automation.ts'
import { maxSteps } from '../runs/run.ts'
import { addRunJob } from '../runs/run-job.ts'
import { insertRuns } from '../runs/store.ts'

/** A run whose id exists is not started again; then false is returned. */
export async function enqueueRun(
  tx: Tx,
  { id: automationId, version }: Pick<Automation, 'id' | 'version'>,
  { id, trigger, depth = 0 }: { id: string; trigger: unknown; depth?: number },
): Promise<boolean> {
  const accountId = tx.account.id
  const [isNew] = await insertRuns(tx.db, [
    { accountId, id, automationId, version, trigger, isTest: false, depth, stepLimit: maxSteps, processId: null },
  ])
  if (isNew) await addRunJob(tx, { accountId, runId: id })
  return isNew!
}
