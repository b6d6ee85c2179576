// Changes the given fields of a trunk.
import { isDeepStrictEqual } from 'node:util'
import { keepOwnCarrierAccount } from '#server/features/carrier-accounts/index.ts'
import { countryOf } from '#server/features/phone-numbers/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { orRefuse } from '#server/platform/refusal.ts'
import { checkFields } from './check-fields.ts'
import { announceChange } from './lines-changed.ts'
import { findTrunk, updateTrunkRow } from './store-trunks.ts'
import { readTrunkPassword, sealTrunkPassword, sipCarrier } from './trunk.ts'
import { replaceNumbers, selectTrunkNumbers, trunkNumbersOf } from './trunk-numbers.ts'
import { completeFields, splitFields, type TrunkFields, type TrunkInput } from './trunk-settings.ts'

/** Refuses with `SIP_TRUNK_NOT_FOUND`. */
export async function updateTrunk(ctx: AccountContext, id: number, input: TrunkInput): Promise<void> {
  await transaction(ctx, async (tx) => {
    const accountId = tx.account.id
    const found = orRefuse(await findTrunk(tx.db, accountId, id), 'SIP_TRUNK_NOT_FOUND')
    await keepOwnCarrierAccount(tx, sipCarrier)
    // It could have been deleted while the transaction waited for the lock.
    const trunk = orRefuse(await findTrunk(tx.db, accountId, found.phoneNumberId), 'SIP_TRUNK_NOT_FOUND')
    const stored = await selectTrunkNumbers(tx, id)
    const current: TrunkFields = { ...trunk.settings, ...trunkNumbersOf(stored) }
    const given = input.sipPassword
    const hasPassword = given === undefined ? trunk.sealedPassword !== null : given !== null
    const phoneNumber = input.phoneNumber ?? current.phoneNumber
    const countryCodes = { account: tx.account.country, number: countryOf({ countryCode: null, phoneNumber }) }
    const fields = completeFields(input, { current, hasPassword, countryCodes })
    checkFields(ctx, fields, hasPassword)
    const { settings, numbers } = splitFields(fields)
    await replaceNumbers(tx, stored, numbers)
    const isOtherPassword = given !== undefined && given !== readTrunkPassword(tx.settings, trunk)
    const newPassword =
      typeof given === 'string' ? sealTrunkPassword(tx.settings, { accountId, phoneNumberId: id }, given) : null
    const sealedPassword = isOtherPassword ? newPassword : trunk.sealedPassword
    const isServedAnew = isOtherPassword || !isDeepStrictEqual(servedOf(fields), servedOf(current))
    await updateTrunkRow(tx.db, accountId, { phoneNumberId: id, settings, sealedPassword }, isServedAnew)
    await announceChange(tx)
  })
}

/** What the process that serves the trunk does not get to know must not make it connect again. */
function servedOf({ nickname: _nickname, type: _type, sipTrunkType: _trunkType, ...served }: TrunkFields) {
  return { ...served, additionalPhoneNumbers: served.additionalPhoneNumbers.toSorted() }
}
