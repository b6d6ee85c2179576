// The job that fetches what a customer sent, as those see it who ask for it.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export interface MediaRef {
  accountId: number
  mediaId: number
}

export const mediaJob: JobSpec<MediaRef> = { name: 'messages.fetch-media', maxAttempts: 8, waitsOutside: true }

export const addMediaJob = (tx: Pick<AppTx, 'addJob'>, ref: MediaRef): Promise<void> => tx.addJob(mediaJob, ref)
