// Settles purchases whose outcome is unknown, sets missing routes of SMS, and deletes calls that limits no longer count.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountById, isReachable } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { CronJob } from '#server/platform/jobs/jobs.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { OutcomePending } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { deleteOldCalls } from './calling/store.ts'
import { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
import { selectAllNumbers, selectUnsettled, withdrawPurchase } from './number/store.ts'
import { findAtCarrier, finishPurchase } from './purchase-phone-number.ts'

const quietForMs = 2 * 60_000

async function settlePurchases(context: AppContext): Promise<void> {
  for (const claim of await selectUnsettled(context.db, quietForMs)) {
    const ctx = await actFor(context, claim.accountId)
    const account = await findCarrierAccountById(context, claim.carrierAccountId)
    if (!ctx || !account) continue
    try {
      const bought = await findAtCarrier(ctx, account, claim)
      if (bought) await finishPurchase(ctx, account, claim, bought)
      else await withdrawPurchase(ctx.db, claim.accountId, claim.id)
    } catch (error) {
      if (!(error instanceof OutsideError || error instanceof OutcomePending)) throw error
      context.log.warn({ phoneNumberId: claim.id }, 'the outcome of a purchase is still unknown')
    }
  }
}

export const phoneNumberCrons: CronJob[] = [
  { name: 'phone-numbers.settle-purchases', match: '*/5 * * * *', run: settlePurchases },
  { name: 'phone-numbers.set-missing-routes', match: '29 * * * *', run: setMissingSmsRoutes },
  { name: 'phone-numbers.forget-calls', match: '37 * * * *', run: ({ db }) => deleteOldCalls(db) },
]

async function setMissingSmsRoutes(context: AppContext): Promise<void> {
  if (!isReachable(context)) return
  const numbers = (await selectAllNumbers(context.db)).filter(
    (number) => number.smsCapable && isUsableFor(number, 'inbound'),
  )
  for (const [carrierAccountId, ofAccount] of Map.groupBy(numbers, ({ carrierAccountId }) => carrierAccountId)) {
    const account = await findCarrierAccountById(context, carrierAccountId)
    if (!account) continue
    try {
      await setOfAccount(context, account, ofAccount)
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      context.log.warn({ carrierAccountId, failure: error.code }, 'could not set where the SMS of phone numbers go')
    }
  }
}

async function setOfAccount(context: AppContext, account: CarrierAccount, numbers: readonly PhoneNumber[]) {
  const own = new Set(numbers.map(({ externalId }) => externalId))
  const { calls } = context.carriers.of(account)
  for (const { externalId, smsCapable, sms } of await calls.listPhoneNumbers(account)) {
    if (own.has(externalId) && smsCapable && sms.to === null)
      await calls.setNumberRoutes(account, externalId, { sms: 'here' })
  }
}
