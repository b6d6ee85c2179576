// Creates a trunk with its phone numbers.
import { keepOwnCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import { countryOf } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput } from '#server/platform/refusal.ts'
import { checkFields } from './check-fields.ts'
import { announceChange } from './lines-changed.ts'
import { countTrunks, insertTrunk } from './store-trunks.ts'
import { sealTrunkPassword, sipCarrier } from './trunk.ts'
import { addNumbers, insertOwnNumber } from './trunk-numbers.ts'
import { completeFields, splitFields, type TrunkInput } from './trunk-settings.ts'

const maxTrunks = 100

/** Returns the id of the trunk. */
export async function createTrunk(ctx: AccountContext, input: TrunkInput): Promise<number> {
  const password = input.sipPassword ?? null
  const countryCodes = {
    account: ctx.account.country,
    number: countryOf({ countryCode: null, phoneNumber: input.phoneNumber ?? '' }),
  }
  const fields = completeFields(input, { current: undefined, hasPassword: password !== null, countryCodes })
  checkFields(ctx, fields, password !== null)
  const { settings, numbers } = splitFields(fields)
  return transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const carrierAccountId = await keepOwnCarrierAccount(tx, sipCarrier)
    if ((await countTrunks(tx.db, accountId)) >= maxTrunks)
      throw new InvalidInput({ phone_number: [`An account can have up to ${maxTrunks} SIP trunks.`] })
    const id = await insertOwnNumber(tx, carrierAccountId, numbers)
    await addNumbers(tx, { id, carrierAccountId }, numbers)
    const sealedPassword =
      password === null ? null : sealTrunkPassword(tx.settings, { accountId, phoneNumberId: id }, password)
    await insertTrunk(tx.db, accountId, { phoneNumberId: id, settings, sealedPassword })
    await announceChange(tx)
    return id
  })
}
