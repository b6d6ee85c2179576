// Deletes what was said in a call whose assistant does not store it, after its webhooks were delivered.
import { deleteDeliveriesAbout, hasPendingDeliveries } from '#server/features/webhooks/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { CallRef } from '../call/call.ts'
import { findCall } from '../call/store.ts'
import { addForgetJob } from './forget-job.ts'
import { deleteSpoken } from './retain-calls.ts'

export async function forgetWords(context: AppContext, { accountId, callId }: CallRef): Promise<void> {
  const call = await findCall(context.db, accountId, callId)
  if (!call) return
  await transaction(context, async (tx) => {
    if (await hasPendingDeliveries(tx.db, accountId, call.uuid)) return addForgetJob(tx, { accountId, callId })
    await deleteSpoken(tx, accountId, [callId])
    await deleteDeliveriesAbout(tx.db, accountId, call.uuid)
  })
}
