// Sets the account's own carrier account after the carrier has accepted its credentials.
import {
  encryptToken,
  isOfInstallation,
  lockCarrierAccount,
  type StoredCarrierAccount,
  saveCarrierAccount,
} from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { selectNow } from '#server/platform/database/app-clock.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { refuseOtherCarrier } from './refuse-other-carrier.ts'

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
