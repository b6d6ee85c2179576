// The job that runs a flow outside of a request: after an event, a pause or an interruption.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { RunRef } from './run.ts'

export interface RunJob extends RunRef {
  /** The process has died during a step, which may have had its effect. */
  isInterrupted: boolean
}

export const runJob: JobSpec<RunJob> = { name: 'automations.run', waitsOutside: true }

/** For runs that no process has. */
export const addRunJob = ({ addJob }: Pick<AppTx, 'addJob'>, payload: RunJob, runAt?: Date): Promise<void> =>
  addJob(runJob, payload, { key: `automation-run:${payload.runId}`, ...(runAt && { runAt }) })
