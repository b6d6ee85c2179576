// Sets the account's own carrier account after the carrier has accepted its credentials, and deletes it.
import {
  deleteCarrierAccountRow,
  encryptToken,
  isOfInstallation,
  lockCarrierAccount,
  type StoredCarrierAccount,
  saveCarrierAccount,
} from '#server/features/carrier-accounts/index.ts'
import { hasNumbersAtOtherCarrier } from '#server/features/phone-numbers/index.ts'
import type { AccountContext, Tx } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { hasSendersAtOtherCarrier } from '../sender/store.ts'

/** Refuses with `CARRIER_IN_USE` and `CARRIER_UNAVAILABLE`. */
export async function setCarrier(ctx: AccountContext, input: CarrierAccount): Promise<StoredCarrierAccount> {
  if (isOfInstallation(ctx, input)) throw taken
  await refuseOtherCarrier(ctx, input.accountSid)
  const verifiedAt = await selectNow(ctx.db)
  await verify(ctx, input)
  const authToken = encryptToken(ctx.settings, ctx.account.id, input)
  try {
    return await transaction(ctx, async (tx) => {
      await lockCarrierAccount(tx.db, tx.account.id)
      await refuseOtherCarrier(tx, input.accountSid)
      return saveCarrierAccount(tx.db, tx.account.id, { accountSid: input.accountSid, authToken, verifiedAt })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw taken
    throw error
  }
}

const taken = new InvalidInput({ account_sid: ['The account sid has already been taken.'] })

async function verify(ctx: AccountContext, input: CarrierAccount): Promise<void> {
  try {
    await ctx.carrier.listSenders(input)
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.retryable || error.code === 'protocol_error') throw new Refusal('CARRIER_UNAVAILABLE')
    throw new InvalidInput({ auth_token: ['The carrier does not accept these credentials.'] })
  }
}

/** Refuses with `CARRIER_IN_USE`. */
export async function refuseOtherCarrier({ db, account }: AccountContext | Tx, accountSid: string): Promise<void> {
  const hasSenders = await hasSendersAtOtherCarrier(db, account.id, accountSid)
  if (hasSenders || (await hasNumbersAtOtherCarrier(db, account.id, accountSid))) throw new Refusal('CARRIER_IN_USE')
}

/** Refuses with `CARRIER_NOT_FOUND` and `CARRIER_IN_USE`. */
export async function deleteCarrier(ctx: AccountContext): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockCarrierAccount(tx.db, tx.account.id)
    if (!(await deleteCarrierAccountRow(tx.db, tx.account.id))) throw new Refusal('CARRIER_NOT_FOUND')
    const { accountSid } = tx.settings.carrierAccount
    await refuseOtherCarrier(tx, accountSid)
  })
}
