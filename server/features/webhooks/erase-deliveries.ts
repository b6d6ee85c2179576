// Erases the deliveries that mention a person.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Erasure } from '#server/platform/personal-data.ts'
import { deleteDeliveries, findDeliveriesAbout } from './store-person.ts'

const batch = 200

export async function eraseDeliveries(ctx: AccountContext, { person, count, signal }: Erasure): Promise<void> {
  const accountId = ctx.account.id
  let after: number | undefined = 0
  while (after !== undefined && !signal.aborted) {
    const found = await findDeliveriesAbout(ctx.db, accountId, person, { after, limit: batch })
    after = found?.lastId
    if (!found || found.ids.length === 0) continue
    await transaction(ctx, async ({ db }) =>
      count(db, 'webhook_deliveries', await deleteDeliveries(db, accountId, found.ids)),
    )
  }
}
