// The job that lets paused runs go on and starts scheduled ones.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export const dispatchJob: JobSpec<object> = { name: 'automations.dispatch' }
const queue = dispatchJob.name

/** For transactions after which the next time can be earlier. */
export const addDispatchJob = ({ addJob }: Pick<AppTx, 'addJob'>): Promise<void> =>
  addJob(dispatchJob, {}, { key: dispatchJob.name, queue })

export const addWakeUpJob = ({ addJob }: Pick<AppTx, 'addJob'>, runAt: Date): Promise<void> =>
  addJob(dispatchJob, {}, { key: `${dispatchJob.name}:wake-up`, runAt, queue })
