// The job that runs a test.
import type { Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export interface RunRef {
  accountId: number
  runId: number
}

export const runJob: JobSpec<RunRef> = { name: 'assistant-tests.run', waitsOutside: true, isLong: true }

/** One run of an account is in progress at a time. */
export const addRunJob = (tx: Pick<Tx, 'addJob'>, ref: RunRef): Promise<void> =>
  tx.addJob(runJob, ref, { queue: `assistant-tests:${ref.accountId}` })
