// Makes a number of the account's carrier account a phone number of the account.
import { carrierAccountFor, isReachable, requestCarrier } from '#server/features/carrier-accounts/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { checkPermission, lockCurrentAccount, notUsable, taken } from './number/claim.ts'
import { countryOf } from './number/country.ts'
import { isUsableFor, type PhoneNumber, type PhoneNumberType } from './number/phone-number.ts'
import { routesHere } from './number/routes.ts'
import { findClaim, insertPhoneNumber } from './number/store.ts'

export interface NumberToImport {
  phoneNumber: string
  nickname: string | null
  type: PhoneNumberType
}

/** Refuses with `PUBLIC_URL_PRIVATE`, `CARRIER_UNAVAILABLE` and `PROVIDER_ERROR_*`. */
export async function importPhoneNumber(ctx: AccountContext, input: NumberToImport): Promise<PhoneNumber> {
  await checkPermission(ctx)
  return importAsOperator(ctx, input)
}

/** Like `importPhoneNumber`, also for tenants that use the carrier account of the installation. */
export async function importAsOperator(ctx: AccountContext, input: NumberToImport): Promise<PhoneNumber> {
  const { phoneNumber } = input
  const account = await carrierAccountFor(ctx)
  const claim = await findClaim(ctx.db, { carrierAccountId: account.externalId, phoneNumber })
  if (claim) throw claim.accountId === ctx.account.id ? taken : notUsable
  if (!isReachable(ctx)) throw new Refusal('PUBLIC_URL_PRIVATE')
  const { calls } = ctx.carriers.of(account)
  const listed = await requestCarrier(() => calls.listPhoneNumbers(account))
  const found = listed.find((candidate) => candidate.phoneNumber === phoneNumber)
  if (!found) throw notUsable
  if (!found.voiceCapable) throw cannotCall
  if (isUsableFor(input, 'inbound')) {
    // The routes are set first, so that a stored number always receives calls. They are the same for all accounts.
    await requestCarrier(() => calls.setNumberRoutes(account, found.externalId, routesHere(found)))
  }
  return transaction(ctx, async (tx) => {
    await lockCurrentAccount(tx, account)
    const row = await insertPhoneNumber(tx.db, tx.account.id, {
      ...input,
      carrier: account.carrier,
      carrierAccountId: account.externalId,
      externalId: found.externalId,
      smsCapable: found.smsCapable,
      region: found.region,
      countryCode: countryOf(found),
      purchased: false,
    })
    if (!row) throw notUsable
    return row
  })
}

const cannotCall = new InvalidInput({ phone_number: ['The phone number cannot be used for calls.'] })
