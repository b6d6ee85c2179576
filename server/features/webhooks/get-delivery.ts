// One delivery with its payload and every attempt at it.
import type { AccountContext } from '#server/platform/context/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AttemptRow, type DeliveryRow, findDeliveryRow, selectAttempts } from './store.ts'

export interface DeliveryDetail extends DeliveryRow {
  body: string
  attemptLog: AttemptRow[]
}

/** Refuses with `DELIVERY_NOT_FOUND`. */
export async function getDelivery(ctx: AccountContext, { id }: { id: number }): Promise<DeliveryDetail> {
  const row = await findDeliveryRow(ctx.db, ctx.account.id, id)
  if (!row) throw new Refusal('DELIVERY_NOT_FOUND')
  return { ...row, attemptLog: await selectAttempts(ctx.db, ctx.account.id, id) }
}
