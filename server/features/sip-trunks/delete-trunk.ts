// Deletes the trunk of a deleted phone number, and the other numbers of its line.
import { lockCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import { deletePhoneNumberRow, type PhoneNumber } from '#server/features/phone-numbers/index.ts'
import type { Tx } from '#server/platform/context/context.ts'
import { announceChange } from './lines-changed.ts'
import { sipCarrier } from './trunk.ts'
import { selectTrunkNumbers } from './trunk-numbers.ts'

/** The row of the trunk is deleted with that of its own number. */
export async function deleteTrunkOf(tx: Tx, { id, carrier, externalId }: PhoneNumber): Promise<void> {
  if (carrier !== sipCarrier) return
  // Otherwise, an update of the trunk at the same time could add numbers to a line that no longer exists.
  await lockCarrierAccount(tx.db, tx.account.id)
  if (externalId === String(id))
    for (const other of await selectTrunkNumbers(tx, id))
      if (other.id !== id) await deletePhoneNumberRow(tx.db, tx.account.id, other.id)
  await announceChange(tx)
}
