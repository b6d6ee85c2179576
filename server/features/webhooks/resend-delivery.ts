// Sending a delivery again by hand, whatever became of it.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { IdempotentOperation } from '#server/platform/idempotent-operation.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { addDeliverJob } from './deliver-job.ts'
import { type DeliveryRow, findDeliveryRow, findResentUnder, restartDelivery } from './store.ts'

/** Refuses with `DELIVERY_NOT_FOUND`, and with `DELIVERY_IN_PROGRESS` while an attempt is under way. */
export async function resendDelivery(
  ctx: AccountContext,
  { id }: { id: number },
  effect?: IdempotentOperation,
): Promise<DeliveryRow> {
  const resentBefore = effect?.isResumed ? await findResentUnder(ctx.db, ctx.account.id, id, effect.key) : undefined
  if (resentBefore) return resentBefore
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const restarted = await restartDelivery(tx.db, accountId, id, effect?.key)
    if (!restarted) {
      const exists = await findDeliveryRow(tx.db, accountId, id)
      throw new Refusal(exists ? 'DELIVERY_IN_PROGRESS' : 'DELIVERY_NOT_FOUND')
    }
    await addDeliverJob(tx, { accountId, deliveryId: id })
    return restarted
  })
}
