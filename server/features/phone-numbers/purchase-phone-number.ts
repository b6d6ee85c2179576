// Purchases a number at the carrier, at most once even if the carrier's response is lost.
import {
  carrierAccountFor,
  isCarrierRejection,
  isReachable,
  refusalFor,
  requestCarrier,
  requireCapability,
} from '#server/features/carrier-accounts/index.ts'
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutcomePending, Refusal } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { CarrierPhoneNumber } from '#server/ports/voice-carrier.ts'
import { checkPermission, lockCurrentAccount, notUsable, taken } from './number/claim.ts'
import { countryOf } from './number/country.ts'
import type { PhoneNumber } from './number/phone-number.ts'
import { routesHere } from './number/routes.ts'
import { findClaim, findPhoneNumber, insertPhoneNumber, settlePurchase, withdrawPurchase } from './number/store.ts'

export interface NumberToPurchase {
  phoneNumber: string
  nickname: string | null
}

/**
 * Stores the claim before it asks the carrier, so that a number whose purchase is not confirmed is looked up by a repeated
 * request or by a job. Refuses with `NUMBER_ALREADY_OWNED`, `PUBLIC_URL_PRIVATE`, `CARRIER_UNAVAILABLE` and
 * `PROVIDER_ERROR_*`.
 */
export async function purchasePhoneNumber(ctx: AccountContext, input: NumberToPurchase): Promise<PhoneNumber> {
  await checkPermission(ctx)
  if (!isReachable(ctx)) throw new Refusal('PUBLIC_URL_PRIVATE')
  const account = await carrierAccountFor(ctx)
  await requestCarrier(async () => requireCapability(ctx.carriers.of(account), 'sellsNumbers'))
  const number = { carrierAccountId: account.externalId, phoneNumber: input.phoneNumber }
  const existing = await findClaim(ctx.db, number)
  const owned = await requestCarrier(() => findAtCarrier(ctx, account, number))
  if (owned && !existing) throw new Refusal('NUMBER_ALREADY_OWNED')
  const claim = await claimForPurchase(ctx, account, input)
  return finishPurchase(ctx, account, claim, owned ?? (await buy(ctx, account, claim)))
}

/** Returns the claim of an earlier request whose outcome is unknown, if there is one. */
function claimForPurchase(ctx: AccountContext, account: CarrierAccount, input: NumberToPurchase): Promise<PhoneNumber> {
  return transaction(ctx, async (tx) => {
    await lockCurrentAccount(tx, account)
    const number = { carrierAccountId: account.externalId, phoneNumber: input.phoneNumber }
    const inserted = await insertPhoneNumber(tx.db, tx.account.id, {
      ...input,
      ...number,
      carrier: account.carrier,
      externalId: null,
      type: 'both',
      smsCapable: false,
      region: null,
      countryCode: countryOf({ countryCode: null, ...input }),
      purchased: true,
    })
    const claim = inserted ?? (await findClaim(tx.db, number))
    if (!claim || claim.accountId !== tx.account.id) throw notUsable
    if (claim.externalId !== null) throw taken
    return claim
  })
}

export async function findAtCarrier(
  ctx: AccountContext,
  account: CarrierAccount,
  { phoneNumber }: Pick<PhoneNumber, 'phoneNumber'>,
): Promise<CarrierPhoneNumber | undefined> {
  return (await ctx.carriers.of(account).calls.listPhoneNumbers(account)).find(
    (candidate) => candidate.phoneNumber === phoneNumber,
  )
}

/** After any failure the number is looked up, because the response or that of a concurrent request may be lost. */
async function buy(ctx: AccountContext, account: CarrierAccount, claim: PhoneNumber): Promise<CarrierPhoneNumber> {
  try {
    return await ctx.carriers.of(account).calls.buyPhoneNumber(account, claim.phoneNumber)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    const bought = await findAtCarrier(ctx, account, claim).catch(throwPending)
    if (bought) return bought
    if (!isCarrierRejection(error)) return throwPending(error)
    await withdrawPurchase(ctx.db, ctx.account.id, claim.id)
    throw refusalFor(error)
  }
}

function throwPending(error: unknown): never {
  throw error instanceof CarrierError ? new OutcomePending('CARRIER_UNAVAILABLE') : error
}

/** Can be repeated. */
export async function finishPurchase(
  ctx: AccountContext,
  account: CarrierAccount,
  claim: PhoneNumber,
  bought: CarrierPhoneNumber,
): Promise<PhoneNumber> {
  await ctx.carriers
    .of(account)
    .calls.setNumberRoutes(account, bought.externalId, routesHere(bought))
    .catch(throwPending)
  const { externalId, smsCapable, region } = bought
  const settled = await settlePurchase(ctx.db, ctx.account.id, claim.id, { externalId, smsCapable, region })
  const number = settled ?? (await findPhoneNumber(ctx.db, ctx.account.id, claim.id))
  if (!number) throw new OutcomePending('CARRIER_UNAVAILABLE')
  return number
}
