// The erasure of a person: its receipt, and its job.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { ErasedKind } from '#server/platform/personal-data.ts'
import type { Timestamp } from '#server/platform/time/timestamps.ts'

export interface ErasureRef {
  accountId: number
  erasureId: number
}

export interface Receipt {
  id: number
  status: 'running' | 'completed'
  isWaiting: boolean
  deleted: Partial<Record<ErasedKind, number>>
  /** Null until the end. */
  isKept: boolean | null
  requestedAt: Timestamp
  finishedAt: Timestamp | null
}

export const eraseJob: JobSpec<ErasureRef> = { name: 'privacy.erase-person' }

export function addEraseJob(tx: Pick<AppTx, 'addJob' | 'now'>, ref: ErasureRef, delayMs: number): Promise<void> {
  const runAt = new Date(tx.now().getTime() + delayMs)
  return tx.addJob(eraseJob, ref, { key: `erasure:${ref.accountId}:${ref.erasureId}`, runAt })
}
