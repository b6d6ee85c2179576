// Sets the SMS webhook of numbers that have none, such as those that were imported before Parley received SMS.
import { findCarrierAccountBySid, isReachable } from '#server/features/carrier-accounts/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import { isUsableFor, type PhoneNumber } from './number/phone-number.ts'
import { selectAllNumbers } from './number/store.ts'
import { webhooksFor } from './number/webhooks.ts'

export async function setMissingSmsWebhooks(context: AppContext): Promise<void> {
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
