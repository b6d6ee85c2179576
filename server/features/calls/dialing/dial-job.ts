// The job that dials a call.
import type { Tx } from '#server/platform/context/context.ts'
import { type JobSpec, maxDeaths } from '#server/platform/context/job.ts'
import type { CallRef } from '../call/call.ts'

/** The attempts are for processes that die. */
export const dialJob: JobSpec<CallRef> = { name: 'calls.dial', maxAttempts: 1 + maxDeaths, waitsOutside: true }

/** How long a call may wait for the job and at the carrier before it rings. */
export const queueSeconds = 600

/** Each call has at most one waiting job. */
export async function addDialJob(tx: Pick<Tx, 'addJob' | 'account' | 'now'>, callId: number, delayMs = 0) {
  const ref = { accountId: tx.account.id, callId }
  const runAt = new Date(tx.now().getTime() + delayMs)
  await tx.addJob(dialJob, ref, { key: `call-dial:${ref.accountId}:${callId}`, runAt })
}
