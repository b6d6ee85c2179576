// Numbers committed events and notifies the processes that have listeners, in batches soon after each commit.
import type { Db } from '../database/database.ts'
import { notify } from '../database/notifications.ts'
import { type NumberedBatch, numberEvents } from './store.ts'

/** Carries `announcementOf` a batch. */
export const eventsChannel = 'parley_live_events'

/** Events of transactions that commit within this time share a batch. */
const waitMs = 10
const batchSize = 1_000

/** The numbers after `afterSeq`, up to `lastSeq`, are new. Without `accountIds` they can belong to any account. */
export type Announcement = Pick<NumberedBatch, 'afterSeq' | 'lastSeq'> & { accountIds?: readonly number[] }

/** PostgreSQL's limit is 8,000 bytes. */
const maxAccounts = 400

const announcementOf = ({ afterSeq, lastSeq, accountIds }: NumberedBatch): Announcement =>
  accountIds.length > maxAccounts ? { afterSeq, lastSeq } : { afterSeq, lastSeq, accountIds }

/** The notification follows the commit, because a commit that notifies holds a server-wide lock. */
export async function numberAllEvents(db: Db): Promise<void> {
  for (;;) {
    const batch = await numberEvents(db, batchSize)
    if (!batch) return
    await notify(db, eventsChannel, JSON.stringify(announcementOf(batch)))
    if (batch.count < batchSize) return
  }
}

/**
 * The returned function must be called after each commit with events. `db` must not be a transaction. If the process dies
 * before, a check of another process finds the events.
 */
export function createEventNumberer(db: Db): () => void {
  let isRunning = false
  let isWanted = false

  function start(): void {
    isRunning = true
    setTimeout(async () => {
      isWanted = false
      // A check repeats what has failed.
      await numberAllEvents(db).catch(() => {})
      isRunning = false
      if (isWanted) start()
    }, waitMs).unref()
  }

  return () => {
    isWanted = true
    if (!isRunning) start()
  }
}
