// Resends a delivery, whatever its status.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addDeliverJob } from './deliver-job.ts'
import { type DeliveryRow, findDeliveryRow, restartDelivery } from './store.ts'

/** Refuses with `DELIVERY_NOT_FOUND`, and with `DELIVERY_IN_PROGRESS` while an attempt is in progress. */
export async function resendDelivery(
  ctx: AccountContext,
  { id }: { id: number },
  operation?: IdempotentOperation,
): Promise<DeliveryRow> {
  if (operation?.isResumed) {
    const delivery = await findDeliveryRow(ctx.db, ctx.account.id, id)
    if (delivery?.resentUnder === operation.key) return delivery
  }
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const restarted = await restartDelivery(tx.db, accountId, id, operation?.key)
    if (!restarted) {
      const exists = await findDeliveryRow(tx.db, accountId, id)
      throw new Refusal(exists ? 'DELIVERY_IN_PROGRESS' : 'DELIVERY_NOT_FOUND')
    }
    await addDeliverJob(tx, { accountId, deliveryId: id })
    return restarted
  })
}
