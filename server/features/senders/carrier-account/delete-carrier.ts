// Deletes the account's own carrier account, so that the one of the installation serves it again.
import { deleteCarrierAccountRow, lockCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOtherCarrier } from './refuse-other-carrier.ts'

/** Refuses with `CARRIER_NOT_FOUND` and `CARRIER_IN_USE`. */
export async function deleteCarrier(ctx: AccountContext): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockCarrierAccount(tx.db, tx.account.id)
    if (!(await deleteCarrierAccountRow(tx.db, tx.account.id))) throw new Refusal('CARRIER_NOT_FOUND')
    const { accountSid } = tx.settings.carrierAccount
    await refuseOtherCarrier(tx, accountSid)
  })
}
