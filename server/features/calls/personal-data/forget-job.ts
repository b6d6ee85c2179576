// The job that deletes what was said in a call whose assistant does not store it.
import type { AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import type { CallRef } from '../call/call.ts'

export const forgetJob: JobSpec<CallRef> = { name: 'calls.forget-words' }

/** Automations and other subscribers read the call before. */
const afterMs = 60_000

export function addForgetJob(tx: Pick<AppTx, 'addJob' | 'now'>, { accountId, callId }: CallRef): Promise<void> {
  const runAt = new Date(tx.now().getTime() + afterMs)
  return tx.addJob(forgetJob, { accountId, callId }, { key: `call-forget:${accountId}:${callId}`, runAt })
}
