// Going back to the installation's account at the carrier.
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { hasSendersElsewhere, lockCarrierOf } from '../sender/store.ts'
import { deleteCarrierAccountRow, findCarrierAccount } from './store-carrier.ts'

/** Refuses with `CARRIER_NOT_FOUND` and `CARRIER_IN_USE`. */
export async function deleteCarrier(ctx: AccountContext): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockCarrierOf(tx.db, tx.account.id)
    if (!(await findCarrierAccount(tx.db, tx.account.id))) throw new Refusal('CARRIER_NOT_FOUND')
    const { accountSid } = tx.settings.carrierAccount
    if (await hasSendersElsewhere(tx.db, tx.account.id, accountSid)) throw new Refusal('CARRIER_IN_USE')
    await deleteCarrierAccountRow(tx.db, tx.account.id)
  })
}
