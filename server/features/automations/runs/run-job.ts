// The job that runs a flow outside of a request: after an event, a pause or an interruption.
import { removeJob } from '#server/platform/context/add-job.ts'
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { RunRef } from './run.ts'

export const runJob: JobSpec<RunRef> = { name: 'automations.run', waitsOutside: true }

export const runJobKeyPrefix = 'automation-run:'

export const runJobKey = ({ runId }: RunRef): string => `${runJobKeyPrefix}${runId}`

/** For runs that no process has. */
export const addRunJob = ({ addJob }: Pick<AppTx, 'addJob'>, ref: RunRef, runAt?: Date): Promise<void> =>
  addJob(runJob, ref, { key: runJobKey(ref), ...(runAt && { runAt }) })

export const removeRunJob = ({ db }: Pick<AppTx, 'db'>, ref: RunRef): Promise<void> => removeJob(db, runJobKey(ref))
