// The job that synchronises one account, as those see it who ask for it.
import type { AppTx, Tx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'

export interface SyncRef {
  accountId: number
}

/** Few tries: the calendar comes round again. */
export const syncJob: JobSpec<SyncRef> = { name: 'senders.sync', maxAttempts: 5, waitsOutside: true }

export function addSyncJob(tx: AppTx, { accountId, runAt }: SyncRef & { runAt?: Date }): Promise<void> {
  const key = `senders.sync:${accountId}`
  // One that waits already, and was to run sooner, is not put off.
  return tx.addJob(syncJob, { accountId }, runAt ? { key, runAt, keepRunAt: true } : { key })
}

/** Soon, for the caller's account: something is known to have changed at the carrier. */
export const requestSync = (tx: Tx): Promise<void> => addSyncJob(tx, { accountId: tx.account.id })
