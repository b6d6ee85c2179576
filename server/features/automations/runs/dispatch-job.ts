// The job that resumes paused runs and starts scheduled ones.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export const dispatchJob: JobSpec<object> = { name: 'automations.dispatch' }
const queue = dispatchJob.name

/** For transactions that can make the next wake-up earlier. */
export const addDispatchJob = ({ addJob }: Pick<AppTx, 'addJob'>): Promise<void> =>
  addJob(dispatchJob, {}, { key: dispatchJob.name, queue })

export const addWakeUpJob = ({ addJob }: Pick<AppTx, 'addJob'>, runAt: Date): Promise<void> =>
  addJob(dispatchJob, {}, { key: `${dispatchJob.name}:wake-up`, runAt, queue })
