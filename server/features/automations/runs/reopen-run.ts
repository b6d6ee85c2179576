// Resumes a failed run at its failed step.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { RunRef } from './run.ts'
import { addRunJob } from './run-job.ts'
import { reopenRunRow } from './store.ts'

/** The caller resumes the run at once; if its process ends before, a job does. */
const jobAfterMs = 10_000

/** Returns false unless the run has failed and no delay has ended in it. */
export function reopenRun(ctx: AccountContext, ref: RunRef): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    if (!(await reopenRunRow(tx.db, ref))) return false
    await addRunJob(tx, ref, new Date(tx.now().getTime() + jobAfterMs))
    return true
  })
}
