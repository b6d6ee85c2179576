// Deletes what was said in a call whose assistant does not store it, after its webhooks were delivered.
import { deleteDeliveriesAbout, hasPendingDeliveries } from '#server/features/webhooks/index.ts'
import type { AppContext, AppTx } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CallRef } from '../call/call.ts'
import { findCall } from '../call/store.ts'
import { deleteSpoken } from './erase-calls.ts'

export const forgetJob: JobSpec<CallRef> = { name: 'calls.forget-words' }

/** Automations and other subscribers read the call before. */
const afterMs = 60_000

export function addForgetJob(tx: Pick<AppTx, 'addJob' | 'now'>, { accountId, callId }: CallRef): Promise<void> {
  const runAt = new Date(tx.now().getTime() + afterMs)
  return tx.addJob(forgetJob, { accountId, callId }, { key: `call-forget:${accountId}:${callId}`, runAt })
}

export async function forgetWords(context: AppContext, { accountId, callId }: CallRef): Promise<void> {
  const call = await findCall(context.db, accountId, callId)
  if (!call) return
  await transaction(context, async (tx) => {
    if (await hasPendingDeliveries(tx.db, accountId, call.uuid)) return addForgetJob(tx, { accountId, callId })
    await deleteSpoken(tx, accountId, [callId])
    await deleteDeliveriesAbout(tx.db, accountId, call.uuid)
  })
}
