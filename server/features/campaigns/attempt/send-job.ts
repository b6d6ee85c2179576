// The job that sends the message of an attempt.
import type { Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

/** `uuid` is that of the attempt. */
export interface SendRef {
  accountId: number
  uuid: string
}

export const sendJob: JobSpec<SendRef> = { name: 'campaigns.send', waitsOutside: true }

export const addSendJob = ({ addJob }: Pick<Tx, 'addJob'>, ref: SendRef): Promise<void> => addJob(sendJob, ref)
