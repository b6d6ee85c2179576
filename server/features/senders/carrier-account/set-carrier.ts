// Sets the account's own carrier account after the carrier has accepted its credentials, and deletes it.
import { accountTaken } from '#contract/messages/carrier-account.ts'
import {
  deleteCarrierAccountRow,
  encryptCredentials,
  isOfInstallation,
  lockCarrierAccount,
  type StoredCarrierAccount,
  saveCarrierAccount,
} from '#server/features/carrier-accounts/index.ts'
import { hasNumbersAtOtherAccount } from '#server/features/phone-numbers/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { hasSendersAtOtherAccount } from '../sender/store.ts'

/** Refuses with `CARRIER_IN_USE` and `CARRIER_UNAVAILABLE`. */
export async function setCarrier(ctx: AccountContext, input: CarrierAccount): Promise<StoredCarrierAccount> {
  if (isOfInstallation(ctx, input)) throw taken
  await refuseOtherAccount(ctx, input)
  const verifiedAt = await selectNow(ctx.db)
  await verify(ctx, input)
  const credentials = encryptCredentials(ctx.settings, ctx.account.id, input)
  try {
    return await transaction(ctx, async (tx) => {
      await lockCarrierAccount(tx.db, tx.account.id)
      await refuseOtherAccount(tx, input)
      return saveCarrierAccount(tx.db, tx.account.id, { ...input, credentials, verifiedAt })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw taken
    throw error
  }
}

const taken = new InvalidInput(accountTaken)

async function verify(ctx: AccountContext, input: CarrierAccount): Promise<void> {
  try {
    await ctx.carriers.of(input).messages.listSenders(input)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    if (error.outcome === 'not_sent' || error.retryable) throw new Refusal('CARRIER_UNAVAILABLE')
    throw new InvalidInput({ auth_token: ['The carrier does not accept these credentials.'] })
  }
}

/** Refuses with `CARRIER_IN_USE`. */
export async function refuseOtherAccount(
  { db, account }: AccountContext | Tx,
  carrierAccount: Pick<CarrierAccount, 'carrier' | 'externalId'>,
): Promise<void> {
  const hasSenders = await hasSendersAtOtherAccount(db, account.id, carrierAccount)
  if (hasSenders || (await hasNumbersAtOtherAccount(db, account.id, carrierAccount)))
    throw new Refusal('CARRIER_IN_USE')
}

/** Refuses with `CARRIER_NOT_FOUND` and `CARRIER_IN_USE`. */
export async function deleteCarrier(ctx: AccountContext): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockCarrierAccount(tx.db, tx.account.id)
    if (!(await deleteCarrierAccountRow(tx.db, tx.account.id, tx.settings.carrierAccount.carrier)))
      throw new Refusal('CARRIER_NOT_FOUND')
    await refuseOtherAccount(tx, tx.settings.carrierAccount)
  })
}
