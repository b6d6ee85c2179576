// Lists the deliveries of an account, newest first.
import type { AccountContext } from '#server/platform/context/context.ts'
import { countDeliveries, type DeliveryFilter, type DeliveryRow, selectDeliveries } from './store.ts'

export async function listDeliveries(
  ctx: AccountContext,
  { filter, page, perPage }: { filter: DeliveryFilter; page: number; perPage: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    selectDeliveries(ctx.db, ctx.account.id, filter, { offset: (page - 1) * perPage, limit: perPage }),
    countDeliveries(ctx.db, ctx.account.id, filter),
  ])
  return { rows, total }
}
