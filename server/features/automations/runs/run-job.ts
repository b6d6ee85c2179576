// The job that runs a flow outside of a request: after an event, a pause or an interruption.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { RunRef } from './run.ts'

export const runJob: JobSpec<RunRef> = { name: 'automations.run', waitsOutside: true }

/** For runs that no process has. */
export const addRunJob = ({ addJob }: Pick<AppTx, 'addJob'>, ref: RunRef, runAt?: Date): Promise<void> =>
  addJob(runJob, ref, { key: `automation-run:${ref.runId}`, ...(runAt && { runAt }) })
