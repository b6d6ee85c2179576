// Gets a delivery with its payload and its attempts.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AttemptRow, type DeliveryWithBody, findDeliveryRow, selectAttempts } from './store.ts'

export interface DeliveryDetail extends DeliveryWithBody {
  attemptLog: AttemptRow[]
}

/** Refuses with `DELIVERY_NOT_FOUND`. */
export async function getDelivery(ctx: AccountContext, { id }: { id: number }): Promise<DeliveryDetail> {
  const delivery = await findDeliveryRow(ctx.db, ctx.account.id, id)
  if (!delivery) throw new Refusal('DELIVERY_NOT_FOUND')
  return { ...delivery, attemptLog: await selectAttempts(ctx.db, ctx.account.id, id) }
}
