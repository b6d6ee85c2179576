// Settles purchases whose outcome is unknown, sets missing webhooks, and deletes calls that limits no longer count.
import { actFor } from '#server/features/accounts/index.ts'
import { findCarrierAccountBySid, isReachable } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { CronJob } from '#server/platform/jobs/jobs.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { OutcomePending } from '#server/platform/refusal.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { deleteOldCalls } from './calling/store.ts'
import { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
import { selectAllNumbers, selectUnsettled, withdrawPurchase } from './number/store.ts'
import { webhooksFor } from './number/webhooks.ts'
import { findAtCarrier, finishPurchase } from './purchase-phone-number.ts'

const quietForMs = 2 * 60_000

async function settlePurchases(context: AppContext): Promise<void> {
  for (const claim of await selectUnsettled(context.db, quietForMs)) {
    const ctx = await actFor(context, claim.accountId)
    const account = await findCarrierAccountBySid(context, claim.carrierAccountSid)
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
  { name: 'phone-numbers.set-missing-webhooks', match: '29 * * * *', run: setMissingSmsWebhooks },
  { name: 'phone-numbers.forget-calls', match: '37 * * * *', run: ({ db }) => deleteOldCalls(db) },
]

async function setMissingSmsWebhooks(context: AppContext): Promise<void> {
  if (!isReachable(context)) return
  const numbers = (await selectAllNumbers(context.db)).filter(
    (number) => number.smsCapable && isUsableFor(number, 'inbound'),
  )
  for (const [accountSid, ofAccount] of Map.groupBy(numbers, ({ carrierAccountSid }) => carrierAccountSid)) {
    const account = await findCarrierAccountBySid(context, accountSid)
    if (!account) continue
    try {
      await setOfAccount(context, account, ofAccount)
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      context.log.warn({ accountSid, failure: error.code }, 'could not set the SMS webhooks of phone numbers')
    }
  }
}

async function setOfAccount(context: AppContext, account: CarrierAccount, numbers: readonly PhoneNumber[]) {
  const own = new Set(numbers.map(({ carrierSid }) => carrierSid))
  for (const number of await context.voiceCarrier.listPhoneNumbers(account)) {
    const { smsUrl } = webhooksFor(context.settings, number)
    if (own.has(number.sid) && number.smsUrl === null && smsUrl !== undefined)
      await context.voiceCarrier.setNumberWebhooks(account, number.sid, { smsUrl })
  }
}
